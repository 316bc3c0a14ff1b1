package bankroll.tools.reconcile;

import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LookupCommand;
import org.agrona.ExpandableArrayBuffer;

/**
 * The transactions that a ledger remembers, also those whose entries a retention has removed: it knows that they were
 * decided, no more. One thread.
 */
public final class KnownTransactions {
    private final Ledger ledger;
    private final ExpandableArrayBuffer question = new ExpandableArrayBuffer(128);
    private final int item;

    /** Of this ledger, which stays the caller's. */
    public KnownTransactions(Ledger ledger) {
        this.ledger = ledger;
        item = CommandHeader.put(question, 0, CommandType.LOOKUP, 1, Origin.SYSTEM);
    }

    Ledger ledger() {
        return ledger;
    }

    /** The journal's secret. */
    HashKey key() {
        return ledger.hashKey();
    }

    /** Whether it knows a transaction of the platform that the hasher is for. */
    boolean has(IdHasher hasher, String transactionId) {
        LookupCommand.put(question, item, hasher, transactionId);
        return ledger.lookup(question, 0) != null;
    }
}

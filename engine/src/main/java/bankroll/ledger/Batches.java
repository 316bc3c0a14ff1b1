package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.Found;
import bankroll.ledger.rule.TransactionRule;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The way of a batch of transactions: find what all its items name, then decide and apply them one after the other. One
 * thread; no allocation.
 */
final class Batches {
    private final BatchFinder finder;
    private final Decision decision;
    private final TransactionRule rule;
    private final TransactionProof proof;
    private final TransactionApplier applier;
    private final EntryPlace place = new EntryPlace();

    Batches(Tables tables, LedgerView view) {
        finder = new BatchFinder(tables);
        decision = new Decision(view);
        rule = new TransactionRule(view);
        proof = new TransactionProof(view);
        applier = new TransactionApplier(tables);
    }

    /** Decides and applies; tells whether there is anything to record. */
    boolean execute(MutableDirectBuffer request, int first, int items, int outcomes, long sequence, long nowMs) {
        finder.begin(request, first, outcomes, items);
        boolean recorded = false;
        int item = first;
        for (int i = 0; i < items; i++) {
            int outcome = outcomes + i * OutcomeRecord.BYTES;
            Found found = finder.at(request, item, i);
            rule.decide(request, item, found, decision.at(request, outcome));
            applier.apply(request, item, outcome, found, place.at(sequence, nowMs, i));
            recorded |= OutcomeRecord.isRecorded(request, outcome);
            item += TransactionItem.length(request, item);
        }
        return recorded;
    }

    /** Applies what was recorded up to what can't be, which it returns; null when all can be. */
    Contradicted replay(DirectBuffer entry, int first, int items, int outcomes, long sequence, long timeMs) {
        finder.begin(entry, first, outcomes, items);
        int item = first;
        for (int i = 0; i < items; i++) {
            int outcome = outcomes + i * OutcomeRecord.BYTES;
            Found found = finder.at(entry, item, i);
            Contradiction wrong = proof.of(entry, item, outcome, found);
            if (wrong != null) {
                return new Contradicted(i, wrong);
            }
            applier.apply(entry, item, outcome, found, place.at(sequence, timeMs, i));
            item += TransactionItem.length(entry, item);
        }
        return null;
    }
}

package bankroll.engine;

import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.protocol.LimitWindows;

/** What the ingress and the log's thread share: who this process is, its rules, what it waits for, and what the ledger says. */
final class LogShare {
    private final long sender;
    private final LogRules rules;
    private final LogPending pending;
    private final LogClock clock;
    private volatile Said said = new Said(null, null, 0);

    /** What the ledger says and the side that offers commands has to know. */
    private record Said(HashKey key, LimitWindows windows, long windowsEndMs) {}

    LogShare(long sender, LogRules rules, LogPending pending, LogClock clock) {
        this.sender = sender;
        this.rules = rules;
        this.pending = pending;
        this.clock = clock;
    }

    /** Drawn at the start: no two processes have the same. */
    long sender() {
        return sender;
    }

    LogRules rules() {
        return rules;
    }

    LogPending pending() {
        return pending;
    }

    LogClock clock() {
        return clock;
    }

    /** Shows what the ledger says. Log's thread. */
    void show(Ledger ledger) {
        said = new Said(ledger.hashKey(), ledger.windows(), ledger.windowsEndMs());
    }

    /** The journal's secret, or null before the first entry. */
    HashKey hashKey() {
        return said.key();
    }

    /** The windows of limits as last said, or null. */
    LimitWindows windows() {
        return said.windows();
    }

    /** Until when bookings can be decided without new windows; 0 when no entry has said any. */
    long windowsEndMs() {
        return said.windowsEndMs();
    }
}

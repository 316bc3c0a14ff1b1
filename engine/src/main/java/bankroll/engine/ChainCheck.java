package bankroll.engine;

import bankroll.journal.chain.ChainSealer;

/**
 * Computes the chain of the entries that a start replays, beside the replay, on a thread of its own: SHA-256 would take
 * as long again as the replay. The values that the entries carry are held against it.
 */
final class ChainCheck implements AutoCloseable {
    private static final long LOOK_EVERY_MS = 500;

    private final ChainSealer chain;
    private final long upTo;
    private final Thread thread;
    private volatile RuntimeException failure;

    /** Begins, and ends at this entry. */
    ChainCheck(ChainSealer chain, long upTo) {
        this.chain = chain;
        this.upTo = upTo;
        thread = new Thread(this::run, "chain-check");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            chain.sealUpTo(upTo);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Waits for the last entry, and tells how far it is; throws what is wrong with the chain. */
    void await(RecoveryProgress progress) {
        progress.begin(RecoveryProgress.Step.CHAIN, chain.head().sequence(), upTo);
        while (!join(LOOK_EVERY_MS)) {
            progress.at(chain.head().sequence());
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Ends it, wherever it is. */
    @Override
    public void close() {
        chain.abandon();
        join(0);
    }

    /** Whether the thread has ended; 0 waits as long as it takes. */
    private boolean join(long ms) {
        try {
            thread.join(ms);
            return !thread.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the chain was checked", e);
        }
    }
}

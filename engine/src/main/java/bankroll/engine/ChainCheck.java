package bankroll.engine;

import bankroll.journal.chain.ChainSealer;

/**
 * Computes the chain of the entries that a start replays, beside the replay, on a thread of its own: SHA-256 would take
 * as long again as the replay. The values that the entries carry are held against it.
 */
final class ChainCheck implements AutoCloseable {
    private final ChainSealer chain;
    private final Thread thread;
    private volatile RuntimeException failure;

    /** Begins, and ends at this entry. */
    ChainCheck(ChainSealer chain, long upTo) {
        this.chain = chain;
        thread = new Thread(() -> run(upTo), "chain-check");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(long upTo) {
        try {
            chain.sealUpTo(upTo);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Waits for the last entry; throws what is wrong with the chain. */
    void await() {
        join();
        if (failure != null) {
            throw failure;
        }
    }

    /** Ends it, wherever it is. */
    @Override
    public void close() {
        chain.abandon();
        join();
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the chain was checked", e);
        }
    }
}

package bankroll.engine;

import bankroll.protocol.HashKey;

/**
 * The ledger with its threads: recovers, runs, drains. {@link #submit} and {@link #status} are for any thread.
 */
public final class Engine implements AutoCloseable {
    private Engine() {}

    /** Recovers from the journal, proves it with an append, and starts the threads. */
    public static Engine launch(EngineContext context) {
        throw new IllegalStateException("the engine is not wired yet");
    }

    /**
     * Hands a request to the writer; it comes back through its {@link ReplyPublisher}.
     *
     * @return false when the bound is reached or the engine is stopping: answer {@code unavailable}, keep the request
     */
    public boolean submit(Request request) {
        return false;
    }

    /** The journal's secret; make an {@link bankroll.protocol.IdHasher} per event loop and platform from it. */
    public HashKey hashKey() {
        return null;
    }

    /** How the engine stands. */
    public EngineStatus status() {
        return null;
    }

    /** Takes nothing new, finishes and releases what was accepted, forces, closes. */
    @Override
    public void close() {}
}

package bankroll.engine;

/**
 * The way into the engine. To wake the writer costs as much as to read a small request; who has several at a time rings once
 * for all of them. Any thread.
 */
@FunctionalInterface
public interface Intake {
    /**
     * Hands a request to the writer, who sees it at his next turn: when somebody rings, at the latest a moment later. It comes back
     * through its {@link Request.ReplyPublisher}.
     *
     * @return false when too much is under way or an {@link Obstacle} stands in the way: answer {@code unavailable}, keep the
     *     request
     */
    boolean offer(Request request);

    /** Has the writer take what was offered. */
    default void ring() {}

    /** Both at once. */
    default boolean submit(Request request) {
        boolean isTaken = offer(request);
        if (isTaken) {
            ring();
        }
        return isTaken;
    }
}

package bankroll.cluster;

/**
 * When the leader asks for the next mark: after a time in which anything was decided, and after so many bytes of the log,
 * since a node that starts again reads the log from its newest mark on. One thread.
 */
final class MarkSchedule {
    /** A second or two of reading. */
    static final long MOST_BYTES = 512L << 20;

    private final long everyNs;
    private long markedNs;
    private long markedTaken;
    private long markedPosition;

    /** The first one is due after this time. */
    MarkSchedule(long everyNs, long nowNs) {
        this.everyNs = everyNs;
        this.markedNs = nowNs;
    }

    /**
     * Whether one is due.
     *
     * @param taken how many messages were taken
     * @param position up to which byte of the log
     */
    boolean isDue(long nowNs, long taken, long position) {
        boolean isTime = nowNs - markedNs > everyNs && taken != markedTaken;
        return isTime || position - markedPosition > MOST_BYTES;
    }

    /** One was asked for. */
    void marked(long nowNs, long taken, long position) {
        markedNs = nowNs;
        markedTaken = taken;
        markedPosition = position;
    }
}

package bankroll.engine;

/**
 * How snapshots stand, read by any thread.
 *
 * @param sequence the last entry in the newest one that this process wrote or began with; 0 for none
 * @param tookMs how many milliseconds the last one took that this process wrote; 0 for none
 * @param failures how many could not be written since the start; why is told as a degradation while it lasts
 */
public record SnapshotStatus(long sequence, long tookMs, long failures) {
    /** None was written, none failed. */
    static final SnapshotStatus NONE = new SnapshotStatus(0, 0, 0);

    SnapshotStatus written(long newest, long inMs) {
        return new SnapshotStatus(newest, inMs, failures);
    }

    SnapshotStatus failed() {
        return new SnapshotStatus(sequence, tookMs, failures + 1);
    }
}

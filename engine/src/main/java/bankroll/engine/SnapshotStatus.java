package bankroll.engine;

/**
 * How snapshots stand, read by any thread.
 *
 * @param sequence the last entry in the newest one that this process wrote or began with; 0 for none
 * @param writtenMs when this process wrote the last one; 0 for none
 * @param tookMs how many milliseconds that took; 0 for none
 * @param failures how many could not be written since the start
 * @param failure why the last one could not; empty when it could
 */
public record SnapshotStatus(long sequence, long writtenMs, long tookMs, long failures, String failure) {
    /** None was written, none failed. */
    static final SnapshotStatus NONE = new SnapshotStatus(0, 0, 0, 0, "");

    /** One that an earlier process wrote. */
    SnapshotStatus found(long newest) {
        return new SnapshotStatus(newest, writtenMs, tookMs, failures, failure);
    }

    SnapshotStatus written(long newest, long atMs, long inMs) {
        return new SnapshotStatus(newest, atMs, inMs, failures, "");
    }

    SnapshotStatus failed(String why) {
        return new SnapshotStatus(sequence, writtenMs, tookMs, failures + 1, why);
    }
}

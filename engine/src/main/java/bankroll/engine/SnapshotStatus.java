package bankroll.engine;

/**
 * How snapshots stand, read by any thread.
 *
 * @param sequence the last entry in the newest one that this process wrote or began with; 0 for none
 * @param failures how many could not be written since the start
 * @param failure why the last one that was tried could not be written; null when it was
 */
public record SnapshotStatus(long sequence, long failures, String failure) {
    /** None was written, none failed. */
    static final SnapshotStatus NONE = new SnapshotStatus(0, 0, null);

    SnapshotStatus written(long newest) {
        return new SnapshotStatus(newest, failures, null);
    }

    SnapshotStatus failed(String why) {
        return new SnapshotStatus(sequence, failures + 1, why);
    }
}

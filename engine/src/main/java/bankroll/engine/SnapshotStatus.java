package bankroll.engine;

/**
 * How snapshots stand, read by any thread.
 *
 * @param sequence the last entry in the newest one that this process wrote or began with; 0 for none
 * @param failures how many could not be written since the start; why is told as a degradation while it lasts
 */
public record SnapshotStatus(long sequence, long failures) {
    /** None was written, none failed. */
    static final SnapshotStatus NONE = new SnapshotStatus(0, 0);

    SnapshotStatus written(long newest) {
        return new SnapshotStatus(newest, failures);
    }

    SnapshotStatus failed() {
        return new SnapshotStatus(sequence, failures + 1);
    }
}

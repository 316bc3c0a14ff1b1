package bankroll.journal;

/** Room for the journal on its disk; any thread, no system call: the figures are at most a second or so old. */
public interface DiskWatch {
    /** Free bytes on the journal's file system. */
    long usableBytes();

    /** Below this many free bytes no new booking is taken. */
    long lowWaterBytes();

    /** Whether the next file is being made ready and nothing is known to hinder it: who needs it may wait a little. */
    default boolean isNextFileComing() {
        return acceptsBookings();
    }

    /** Whom to tell, on a thread of the journal's, whenever a file is in reserve. */
    default void onRoom(Runnable told) {}

    /** True while bookings may be taken: above the low-water mark, and the next file not missing for want of room. */
    boolean acceptsBookings();
}

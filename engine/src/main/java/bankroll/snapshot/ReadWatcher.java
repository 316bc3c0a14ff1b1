package bankroll.snapshot;

/** Who hears how far a snapshot is read, on the thread that reads it. */
@FunctionalInterface
public interface ReadWatcher {
    /** Nobody hears. */
    ReadWatcher NOBODY = (read, of) -> {};

    /** So many bytes of so many were read. */
    void at(long read, long of);
}

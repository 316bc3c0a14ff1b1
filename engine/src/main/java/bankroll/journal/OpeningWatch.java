package bankroll.journal;

/**
 * Hears how far an opening is, of a journal by its files, of a snapshot by its bytes: on a slow disk it takes a while. On the
 * opening thread.
 */
@FunctionalInterface
public interface OpeningWatch {
    /** Nobody listens. */
    OpeningWatch NONE = (seen, of) -> {};

    /** So many have been looked at, of so many; it may begin anew when files have to be looked at twice. */
    void at(long seen, long of);
}

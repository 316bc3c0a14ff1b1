package bankroll.journal;

/** Hears how far the opening of a journal is: with many files on a slow disk it takes a while. On the opening thread. */
@FunctionalInterface
public interface OpeningWatch {
    /** Nobody listens. */
    OpeningWatch NONE = (files, of) -> {};

    /** So many files have been looked at, of so many; it may begin anew when files have to be looked at twice. */
    void at(long files, long of);
}

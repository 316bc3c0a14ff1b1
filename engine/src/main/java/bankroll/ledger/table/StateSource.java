package bankroll.ledger.table;

import org.agrona.MutableDirectBuffer;

/** Gives the state back in the order in which a {@link StateVisitor} took it. */
public interface StateSource {
    /**
     * A table follows.
     *
     * @param recordBytes what its records must have
     * @return how many records
     */
    int section(int recordBytes);

    /** Fills a part of the table announced last. */
    void bytes(MutableDirectBuffer target, int offset, int length);

    /** The next number. */
    long number();

    /** All of the state was given: throws when it isn't the state that was taken. Nothing may be built on it before. */
    void end();
}

package bankroll.ledger.table;

import org.agrona.DirectBuffer;

/** Takes the whole state as bytes, always in the same order: the digest and the snapshot are both made of it. */
public interface StateVisitor {
    /** A table follows: so many records of so many bytes. */
    void section(int recordBytes, int records);

    /** A part of the table announced last. */
    void bytes(DirectBuffer buffer, int offset, int length);

    /** A number that belongs to the state. */
    void number(long value);
}

package bankroll.tools.entry;

import org.agrona.DirectBuffer;

/** Takes an item's fields one by one and makes a line of them. One thread. */
public interface FieldWriter {

    /** A new item starts. */
    void begin();

    /** A word of ours: ASCII without anything to escape. */
    void word(String name, String value);

    /** A text from outside: UTF-8, to be escaped. */
    void text(String name, DirectBuffer bytes);

    /** A text from outside; null when it was cleared. */
    void text(String name, String value);

    /** A number that fits everywhere, as a sequence or a position. */
    void number(String name, long value);

    /** An amount, unsigned, with its sign. */
    void amount(String name, boolean isNegative, long magnitude);

    /** A time in milliseconds since the epoch. */
    void time(String name, long timeMs);

    /** Yes or no. */
    void flag(String name, boolean value);

    /** JSON as it came from outside. */
    void json(String name, DirectBuffer bytes);

    /** The item is complete. */
    void end();
}

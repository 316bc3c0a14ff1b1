package bankroll.cluster;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts a message together that came in parts, because it is longer than the log takes.
 *
 * <p>A mark and a new term make every node forget what it has of one: a node that begins at a mark hasn't seen what came
 * before, and all must come to the same messages. One thread, the log's.
 */
final class PartedMessage {
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[0]);
    private int whole;
    private int taken;

    /** Takes a part, with its envelope; tells whether the message is complete. One whose beginning is lost never is. */
    boolean take(DirectBuffer buffer, int offset, int length) {
        int begin = Envelope.begin(buffer, offset);
        if (begin == 0) {
            begin(Envelope.whole(buffer, offset));
        }
        if (begin != taken || whole == 0) {
            return false;
        }
        int part = length - Envelope.PART_BYTES;
        if (Envelope.whole(buffer, offset) != whole || part > whole - taken) {
            throw new IllegalArgumentException("a part of " + part + " bytes in the log does not belong behind " + taken
                    + " of " + whole + " bytes");
        }
        bytes.putBytes(taken, buffer, offset + Envelope.PART_BYTES, part);
        taken += part;
        return taken == whole;
    }

    private void begin(int length) {
        if (length <= 0 || length > AeronLog.MOST_BYTES) {
            throw new IllegalArgumentException("a message of " + length + " bytes in the log is longer than any");
        }
        if (bytes.capacity() < length) {
            bytes.wrap(new byte[length]);
        }
        whole = length;
        taken = 0;
    }

    /** What was put together; its length is {@link #length}. */
    DirectBuffer buffer() {
        return bytes;
    }

    int length() {
        return whole;
    }

    /** What came is void. */
    void forget() {
        whole = 0;
        taken = 0;
    }
}

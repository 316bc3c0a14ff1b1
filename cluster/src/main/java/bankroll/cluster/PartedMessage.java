package bankroll.cluster;

import bankroll.engine.CommandLog;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A message that is longer than the log takes goes in parts, which the leader {@link Offer}s, and is put together again here, on
 * every node.
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
        if (begin != taken) {
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
        if (length > Envelope.MOST_BYTES) {
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

    /** Offers a message in parts, with no mark between them. Ingress' thread. */
    static final class Offer {
        private long term = CommandLog.NO_TERM;
        private int offered;

        /** Whether some of a message is on its way in this term, and the rest is to follow. */
        boolean isUnderWay(long now) {
            return now == term && offered > 0;
        }

        /** This node leads no longer, or can't offer now: whatever comes next begins anew, in the same term, too. */
        void left() {
            offered = 0;
        }

        /**
         * Offers what the log takes now; tells whether all of it is in. If not, the same message comes again, in this term.
         *
         * @param now the term
         * @param length of the message
         * @param most bytes that the log takes at a time
         */
        boolean offer(long now, int length, int most, Way way) {
            offered = now == term ? offered : 0;
            term = now;
            while (offered < length) {
                int part = Math.min(most, length - offered);
                if (!way.takes(offered, part)) {
                    return false;
                }
                offered += part;
            }
            offered = 0;
            return true;
        }

        /** The way into the log. */
        interface Way {
            /** Whether it takes a part, of so many bytes from one on. */
            boolean takes(int begin, int bytes);
        }
    }
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.LogMark;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PartedMessageTest {
    private static final LogMark BEGAN = new LogMark(7, 8, 9);
    private static final int OFFSET = 3;

    private final PartedMessage message = new PartedMessage();

    @Test
    void shouldPutPartsTogether() {
        assertFalse(take(10, 0, 4));
        assertFalse(take(10, 4, 5));
        assertTrue(take(10, 9, 1));

        assertEquals(10, message.length());
        assertArrayEquals(bytes(0, 10), taken());
    }

    @Test
    void shouldTakeShorterOneBehindLonger() {
        take(10, 0, 10);
        message.forget();

        assertFalse(take(6, 0, 3));
        assertTrue(take(6, 3, 3));
        assertArrayEquals(bytes(0, 6), taken());
    }

    @Test
    void shouldNeverCompleteWhatWasForgotten() {
        take(10, 0, 4);

        message.forget();

        assertEquals(0, message.length());
        assertFalse(take(10, 4, 6));
        assertFalse(take(10, 9, 1));
        assertTrue(take(2, 0, 2), "another one");
    }

    @Test
    void shouldBeginAnewWhenSenderDoes() {
        take(10, 0, 5);

        assertFalse(take(8, 0, 4));
        assertFalse(take(8, 5, 3), "a part is missing");
        assertTrue(take(8, 4, 4));
    }

    @Test
    void shouldPassOverAPartThatItHas() {
        take(10, 0, 4);
        take(10, 4, 3);

        assertFalse(take(10, 4, 3));
        assertTrue(take(10, 7, 3));
        assertArrayEquals(bytes(0, 10), taken());
    }

    @Test
    void shouldRefuseWhatNoSenderOffers() {
        assertThrows(IllegalArgumentException.class, () -> take(0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> take(Envelope.MOST_BYTES + 1, 0, 1));
        take(10, 0, 4);
        assertThrows(IllegalArgumentException.class, () -> take(10, 4, 7));
        assertThrows(IllegalArgumentException.class, () -> take(9, 4, 1));
    }

    @Test
    void shouldTakeTheLongestThatASenderOffers() {
        assertFalse(take(Envelope.MOST_BYTES, 0, 1));
        assertEquals(Envelope.MOST_BYTES, message.length());
    }

    private boolean take(int whole, int begin, int length) {
        UnsafeBuffer part = new UnsafeBuffer(new byte[OFFSET + Envelope.PART_BYTES + length]);
        UnsafeBuffer head = new UnsafeBuffer(part, OFFSET, Envelope.PART_BYTES);
        Envelope.putPart(head, BEGAN, 1, whole, begin);
        part.putBytes(OFFSET + Envelope.PART_BYTES, bytes(begin, length));
        return message.take(part, OFFSET, Envelope.PART_BYTES + length);
    }

    private byte[] taken() {
        byte[] all = new byte[message.length()];
        message.buffer().getBytes(0, all);
        return all;
    }

    private static byte[] bytes(int begin, int length) {
        byte[] all = new byte[begin + length];
        for (int at = 0; at < all.length; at++) {
            all[at] = (byte) (at + 1);
        }
        return Arrays.copyOfRange(all, begin, all.length);
    }
}

package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each frame takes its own bytes and eight for its length. */
class RelayChunkTest {
    private static final int CAPACITY = 100;

    private final Relay.Chunk chunk = new Relay.Chunk(CAPACITY);

    @Test
    void shouldHaveRoomUpToItsLastByte() {
        assertTrue(chunk.hasRoom(CAPACITY - 8));
        assertFalse(chunk.hasRoom(CAPACITY - 7));

        chunk.add(frame(24), 0, 24);

        assertTrue(chunk.hasRoom(CAPACITY - 32 - 8));
        assertFalse(chunk.hasRoom(CAPACITY - 32 - 7));
    }

    @Test
    void shouldHandOverWhatItTookInItsOrder() {
        chunk.add(frame(24), 0, 24);
        chunk.add(frame(40), 8, 16);

        assertEquals(List.of("24 bytes from 0", "16 bytes from 8"), frames());
    }

    @Test
    void shouldForgetWhatItHadWhenCleared() {
        chunk.add(frame(24), 0, 24);
        chunk.clear(16);
        chunk.add(frame(16), 0, 16);

        assertEquals(List.of("16 bytes from 0"), frames());
        assertTrue(chunk.hasRoom(CAPACITY - 24 - 8));
    }

    @Test
    void shouldGrowForAFrameThatIsLonger() {
        chunk.clear(CAPACITY - 7);
        assertTrue(chunk.hasRoom(CAPACITY - 7));
        assertFalse(chunk.hasRoom(CAPACITY - 6));

        chunk.clear(3 * CAPACITY);
        chunk.add(frame(3 * CAPACITY), 0, 3 * CAPACITY);

        assertEquals(List.of("300 bytes from 0"), frames());
        assertFalse(chunk.hasRoom(0));
    }

    /** Every byte says where it stands. */
    private static UnsafeBuffer frame(int length) {
        UnsafeBuffer frame = new UnsafeBuffer(new byte[length]);
        for (int i = 0; i < length; i++) {
            frame.putByte(i, (byte) i);
        }
        return frame;
    }

    private List<String> frames() {
        List<String> seen = new ArrayList<>();
        chunk.forEach((buffer, offset, length) -> seen.add(text(buffer, offset, length)));
        return seen;
    }

    private static String text(DirectBuffer buffer, int offset, int length) {
        byte from = buffer.getByte(offset);
        for (int i = 0; i < length; i++) {
            assertEquals((byte) (from + i), buffer.getByte(offset + i));
        }
        return length + " bytes from " + from;
    }
}

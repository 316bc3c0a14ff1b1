package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Chain.ChainHead;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.agrona.concurrent.UnsafeBuffer;

/** Any bytes are a frame, or say what is wrong with them; nothing is read behind them. */
class FrameFuzzTarget {
    @FuzzTest(maxDuration = "60s")
    void shouldBeAFrameOrSayWhatIsWrong(byte[] bytes) {
        UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        look(buffer);
        if (bytes.length >= Frame.MIN_LENGTH) {
            // past what no random bytes would pass
            buffer.putInt(0, Frame.MAGIC, Frame.ORDER);
            buffer.putShort(Frame.VERSION_OFFSET, (short) Frame.VERSION, Frame.ORDER);
            buffer.putShort(Frame.HEADER_LENGTH_OFFSET, (short) Frame.HEADER_LENGTH, Frame.ORDER);
            buffer.putInt(Frame.LENGTH_OFFSET, bytes.length, Frame.ORDER);
            look(buffer);
            int length = bytes.length - Frame.CRC_LENGTH;
            buffer.putInt(length, Frame.computeCrc(buffer, 0, length), Frame.ORDER);
            look(buffer);
        }
    }

    private static void look(UnsafeBuffer frame) {
        if (Frame.check(frame, 0, frame.capacity()) == FrameFault.NONE) {
            assertTrue(Frame.length(frame, 0) <= frame.capacity());
            assertTrue(Frame.commandLength(frame, 0) + Frame.outcomesLength(frame, 0) <= frame.capacity());
            ChainHead.of(frame, 0);
        }
    }
}

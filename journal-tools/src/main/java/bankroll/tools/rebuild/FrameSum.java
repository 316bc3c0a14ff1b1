package bankroll.tools.rebuild;

import bankroll.tools.read.FrameHandler;
import java.util.zip.CRC32;
import org.agrona.DirectBuffer;

/**
 * A checksum over all bytes of all frames, of another kind than the one that each frame carries: what passes both is what
 * was written. One thread.
 */
final class FrameSum implements FrameHandler {
    private final CRC32 crc = new CRC32();
    private final byte[] part = new byte[1 << 14];
    private long bytes;

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        for (int done = 0; done < length; done += part.length) {
            int size = Math.min(part.length, length - done);
            buffer.getBytes(offset + done, part, 0, size);
            crc.update(part, 0, size);
        }
        bytes += length;
        return true;
    }

    /** Whether the other one has seen the same frames. */
    boolean isSame(FrameSum other) {
        return bytes == other.bytes && crc.getValue() == other.crc.getValue();
    }
}

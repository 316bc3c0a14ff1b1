package bankroll.tools.rebuild;

import bankroll.protocol.BytePieces;
import bankroll.tools.read.FrameHandler;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.agrona.DirectBuffer;

/**
 * A checksum over all bytes of all frames, of another kind than the one that each frame carries: frames that were good, and
 * have the same sum where they are read again, are the same. One thread.
 */
final class FrameSum implements FrameHandler {
    private final CRC32 crc = new CRC32();
    private final BytePieces pieces = new BytePieces(crc::update);
    private long bytes;

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        pieces.feed(buffer, offset, length);
        bytes += length;
        return true;
    }

    /** Adds a part of a frame. */
    void add(ByteBuffer part) {
        bytes += part.remaining();
        crc.update(part);
    }

    /** Whether the other one has seen the same frames. */
    boolean isSame(FrameSum other) {
        return bytes == other.bytes && crc.getValue() == other.crc.getValue();
    }
}

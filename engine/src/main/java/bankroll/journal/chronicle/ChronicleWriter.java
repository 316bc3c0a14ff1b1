package bankroll.journal.chronicle;

import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts frames into Chronicle Queue, one excerpt each, straight into the file. Writer thread alone.
 *
 * <p>The roll cycle's clock is the file number, so that files roll when we say and no clock step or midnight can touch
 * them. FAST_DAILY has a cycle shift of 32; with larger cycles Chronicle can lose its index in a crash (its PR 1705).
 */
final class ChronicleWriter implements AutoCloseable {
    private static final RollCycles CYCLE = RollCycles.FAST_DAILY;
    private static final long MIN_BLOCK_BYTES = 1L << 20;
    /** Chronicle takes excerpts of up to a quarter of a block; half of that is ours. */
    private static final int FRAMES_PER_BLOCK = 8;

    private final UnsafeBuffer destination = new UnsafeBuffer(0, 0);
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final PayloadFile payload = new PayloadFile();
    private volatile long number;
    private long openNumber;

    ChronicleWriter(Path run, JournalContext context) {
        queue = SingleChronicleQueueBuilder.binary(run)
                .rollCycle(CYCLE)
                .timeProvider(this::cycleTimeMs)
                .blockSize(blockBytes(context))
                .build();
        appender = queue.createAppender();
        // The engine opens the journal on the thread that starts it; the writer takes it over before its first append.
        appender.singleThreadedCheckDisabled(true);
    }

    private long cycleTimeMs() {
        return number * CYCLE.lengthInMillis();
    }

    private static long blockBytes(JournalContext context) {
        long frames = (long) context.maxFrameBytes() * FRAMES_PER_BLOCK;
        return BitUtil.findNextPositivePowerOfTwo(Math.max(MIN_BLOCK_BYTES, Math.max(frames, context.fileBytes())));
    }

    /** The next append goes to this file, which is created then. */
    void roll(JournalFile file) {
        number = file.number();
    }

    /** Copies the frame into the file and publishes it; returns the byte in the file where the frame starts. */
    long append(DirectBuffer frame, int offset, int length) {
        try (DocumentContext document = appender.writingDocument()) {
            boolean copied = false;
            try {
                long position = copy(document.wire().bytes(), frame, offset, length);
                copied = true;
                return position;
            } finally {
                if (!copied) {
                    // Closing would publish what is there.
                    document.rollbackOnClose();
                }
            }
        }
    }

    private long copy(Bytes<?> bytes, DirectBuffer frame, int offset, int length) {
        long position = bytes.writePosition();
        if (bytes.writeRemaining() < length) {
            throw new IllegalStateException(
                    "Chronicle has room for " + bytes.writeRemaining() + " of " + length + " bytes");
        }
        if (openNumber != number) {
            opened(bytes);
        }
        if (payload.takes(frame, length)) {
            payload.write(position, frame, offset, length);
        } else {
            destination.wrap(bytes.addressForWrite(position), length);
            destination.putBytes(0, frame, offset, length);
        }
        bytes.writeSkip(length);
        return position;
    }

    private void opened(Bytes<?> bytes) {
        payload.open(appender.currentFile());
        ReadAhead.off(bytes.bytesStore());
        openNumber = number;
    }

    @Override
    public void close() {
        payload.close();
        appender.close();
        queue.close();
    }
}

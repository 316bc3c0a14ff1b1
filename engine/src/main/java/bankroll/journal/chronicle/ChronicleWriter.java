package bankroll.journal.chronicle;

import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.posix.MAdviseFlag;
import net.openhft.posix.PosixAPI;
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
        doNotReadAhead(bytes.bytesStore());
        openNumber = number;
    }

    /**
     * Tells the system that a mapped file will be written, not read through: else the first touch of a page in reserved
     * blocks makes it read ahead, which is to fill megabytes with zeros in the middle of an append (a fifth of the writer's
     * time and its longest stalls, measured). Where that can't be said, everything works the same, slower.
     */
    private static void doNotReadAhead(BytesStore<?, ?> mapping) {
        try {
            PosixAPI.posix()
                    .madvise(mapping.addressForRead(mapping.start()), mapping.realCapacity(), MAdviseFlag.MADV_RANDOM);
        } catch (RuntimeException | LinkageError e) {
            // Advice that isn't taken changes nothing but the speed.
        }
    }

    @Override
    public void close() {
        payload.close();
        appender.close();
        queue.close();
    }

    /**
     * Writes a frame's bytes into the open file by a system call instead of through the mapping. A mapped page costs a page
     * fault of several microseconds when it is first written, and once more after each force; a call takes a frame of a
     * hundred kilobytes in one go, and says so when it fails, where a mapping raises a signal.
     *
     * <p>Not a {@code FileChannel}: that one closes itself when its thread is interrupted.
     */
    static final class PayloadFile implements AutoCloseable {
        /** From here on the call is cheaper than the faults: half the time at 62 KB, a third more at 4 KB (measured). */
        static final int MIN_LENGTH = 16 << 10;

        private RandomAccessFile file;

        /** From now on bytes go to this file. */
        void open(File next) {
            close();
            try {
                file = new RandomAccessFile(next, "rw");
            } catch (IOException e) {
                throw new UncheckedIOException("can't open journal file " + next, e);
            }
        }

        /** Whether this frame is better written here than through the mapping. */
        boolean takes(DirectBuffer frame, int length) {
            return length >= MIN_LENGTH && frame.byteArray() != null;
        }

        void write(long position, DirectBuffer frame, int offset, int length) {
            try {
                file.seek(position);
                file.write(frame.byteArray(), frame.wrapAdjustment() + offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException("can't write " + length + " bytes at byte " + position, e);
            }
        }

        @Override
        public void close() {
            if (file != null) {
                try {
                    file.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("can't close a journal file", e);
                }
                file = null;
            }
        }
    }
}

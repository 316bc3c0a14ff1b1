package bankroll.journal.chronicle;

import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.MappedJournalFile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
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
 * <p>The first excerpt of a file, and one of each {@value #INDEX_SPACING}, is Chronicle's own append: it creates the file, ends
 * the one before, and keeps its index. Those between are written by system calls ({@link ExcerptFile}), as by another of the
 * appenders that Chronicle lets write to one file; its own next one finds the end behind them (ADR 28). Each is read back before
 * anybody counts on it.
 *
 * <p>The roll cycle's clock is the file number, so that files roll when we say and no clock step or midnight can touch
 * them. FAST_DAILY has a cycle shift of 32; with larger cycles Chronicle can lose its index in a crash (its PR 1705).
 */
final class ChronicleWriter implements AutoCloseable {
    private static final RollCycles CYCLE = RollCycles.FAST_DAILY;
    private static final long MIN_BLOCK_BYTES = 1L << 20;
    /** Chronicle takes excerpts of up to a quarter of a block; half of that is ours. */
    private static final int FRAMES_PER_BLOCK = 8;
    /** Chronicle's index of such a cycle has a place for one excerpt of so many. */
    private static final int INDEX_SPACING = 256;

    private final UnsafeBuffer destination = new UnsafeBuffer(0, 0);
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final ExcerptFile excerpts = new ExcerptFile();
    private volatile long number;
    private long openNumber;
    private int appended;
    /** The open file, for what is short. */
    private MappedJournalFile mapping;

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

    /**
     * Copies the frame into the file, publishes it, and reads it back, as any reader will: on JDK 17 a write into a full disk can
     * return normally without having been done. Returns the byte in the file where the frame starts.
     */
    long append(DirectBuffer frame, int offset, int length) {
        boolean isChronicles =
                openNumber != number || appended % INDEX_SPACING == 0 || !excerpts.takes(frame, offset, length);
        long position;
        if (isChronicles) {
            position = appendByChronicle(frame, offset, length);
            excerpts.goBehind(position, length);
        } else {
            position = excerpts.append(frame, offset, length);
        }
        appended++;
        if (!holds(position, frame, offset, length)) {
            throw new IllegalStateException("what was appended to " + appender.currentFile() + " at byte " + position
                    + " is not in the file (is the disk full?)");
        }
        return position;
    }

    /** By a call where calls write: to map a page that is looked at once costs more than to copy it (ADR 28). */
    private boolean holds(long position, DirectBuffer frame, int offset, int length) {
        if (ExcerptFile.isForCalls(frame, length)) {
            return excerpts.holds(position, frame, offset, length);
        }
        boolean holds = mapping.holds(position, frame, offset, length);
        mapping.passed((int) position);
        return holds;
    }

    private long appendByChronicle(DirectBuffer frame, int offset, int length) {
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
        destination.wrap(bytes.addressForWrite(position), length);
        destination.putBytes(0, frame, offset, length);
        bytes.writeSkip(length);
        return position;
    }

    /** The file was created by this append; what needs it opens it here, where descriptors were looked for. */
    private void opened(Bytes<?> bytes) {
        closeMapping();
        excerpts.open(appender.currentFile());
        mapping = MappedJournalFile.open(appender.currentFile().toPath());
        doNotReadAhead(bytes.bytesStore());
        openNumber = number;
        appended = 0;
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

    private void closeMapping() {
        if (mapping != null) {
            mapping.close();
            mapping = null;
        }
    }

    @Override
    public void close() {
        closeMapping();
        excerpts.close();
        appender.close();
        queue.close();
    }

    /**
     * Writes excerpts into the open file, and reads them, by system calls instead of through a mapping. A mapped page that was
     * written costs each force an interrupt of all processors that run this process, and the next write to it a page fault; a
     * call takes a frame of a hundred kilobytes in one go, and says so when it fails, where a mapping raises a signal.
     *
     * <p>Not a {@code FileChannel}: that one closes itself when its thread is interrupted.
     */
    static final class ExcerptFile implements AutoCloseable {
        /** Below, many frames share a page, and two calls a frame cost more than what the force does once (measured). */
        static final int MIN_LENGTH = 4 << 10;

        /** Read by one call: what it brings is compared before it leaves the processor's nearest cache. */
        static final int PIECE_BYTES = 16 << 10;

        /** The last byte of a header says whether the record is complete, besides the top of its length. */
        private static final int LAST = MappedJournalFile.RECORD_HEADER_LENGTH - 1;

        private final byte[] header = new byte[MappedJournalFile.RECORD_HEADER_LENGTH];
        private final UnsafeBuffer headerWord = new UnsafeBuffer(header);
        private final byte[] piece = new byte[PIECE_BYTES];
        private RandomAccessFile file;
        private long next;
        private boolean isNextFree;

        /** From now on bytes go to this file. */
        void open(File opened) {
            close();
            try {
                file = new RandomAccessFile(opened, "rw");
            } catch (IOException e) {
                throw new UncheckedIOException("can't open journal file " + opened, e);
            }
        }

        /** The next excerpt goes behind this one of Chronicle's, should Chronicle have put nothing else there. */
        void goBehind(long position, int length) {
            next = MappedJournalFile.recordBehind((int) position - header.length, length);
            isNextFree = false;
        }

        /** Whether a frame is better written here than by Chronicle, and its place is free. */
        boolean takes(DirectBuffer frame, int offset, int length) {
            frame.boundsCheck(offset, length);
            return isForCalls(frame, length) && isNextFree();
        }

        static boolean isForCalls(DirectBuffer frame, int length) {
            return length >= MIN_LENGTH && frame.byteArray() != null;
        }

        /** Behind an excerpt of its own Chronicle may have put a page of its index: one for each million of them. */
        private boolean isNextFree() {
            if (!isNextFree) {
                headerWord.putInt(0, 0);
                try {
                    file.seek(next);
                    file.read(header);
                } catch (IOException e) {
                    throw new UncheckedIOException("can't read at byte " + next, e);
                }
                isNextFree = headerWord.getInt(0) == 0;
            }
            return isNextFree;
        }

        /**
         * Writes a frame, then publishes it by its length before it; returns where it starts. Some processors copy a word byte
         * by byte, and who reads the file meanwhile must not take a part of a length for one: the record is marked as not
         * complete until its header's last byte comes, alone.
         */
        long append(DirectBuffer frame, int offset, int length) {
            long start = next;
            try {
                headerWord.putInt(0, MappedJournalFile.NOT_COMPLETE, ByteOrder.LITTLE_ENDIAN);
                file.seek(start);
                file.write(header);
                file.write(frame.byteArray(), frame.wrapAdjustment() + offset, length);
                headerWord.putInt(0, length, ByteOrder.LITTLE_ENDIAN);
                file.seek(start);
                file.write(header, 0, LAST);
                file.write(header, LAST, 1);
            } catch (IOException e) {
                throw new UncheckedIOException("can't write " + length + " bytes at byte " + start, e);
            }
            next = MappedJournalFile.recordBehind((int) start, length);
            return start + header.length;
        }

        /** Whether a record of exactly these bytes is published here, its first byte at this position. */
        boolean holds(long position, DirectBuffer frame, int offset, int length) {
            try {
                file.seek(position - header.length);
                return file.read(header) == header.length
                        && headerWord.getInt(0, ByteOrder.LITTLE_ENDIAN) == length
                        && reads(frame.byteArray(), frame.wrapAdjustment() + offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException("can't read " + length + " bytes at byte " + position, e);
            }
        }

        private boolean reads(byte[] bytes, int from, int length) throws IOException {
            int end = from + length;
            for (int at = from; at < end; ) {
                int read = file.read(piece, 0, Math.min(PIECE_BYTES, end - at));
                if (read < 0 || !Arrays.equals(piece, 0, read, bytes, at, at + read)) {
                    return false;
                }
                at += read;
            }
            return true;
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

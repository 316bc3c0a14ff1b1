package bankroll.journal.reading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.posix.MAdviseFlag;
import net.openhft.posix.PosixAPI;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A journal file mapped for reading: Chronicle's record headers and what stands behind them. One thread.
 *
 * <p>A record is a 4-byte little-endian header at a multiple of 4 and its bytes. The header is 0 where nothing is
 * written yet; its top bit says "not complete", the next one "Chronicle's own" (index pages), the rest is the length;
 * the two top bits alone say "end of this file". The file starts with a record of Chronicle's own.
 */
public final class MappedJournalFile implements AutoCloseable {
    /** Bytes before those of a record. */
    public static final int RECORD_HEADER_LENGTH = 4;

    /** The header of a record that is being written. */
    public static final int NOT_COMPLETE = 0x8000_0000;

    static final int CHRONICLES_OWN = 0x4000_0000;
    static final int END_OF_FILE = NOT_COMPLETE | CHRONICLES_OWN;
    private static final int LENGTH_MASK = 0x3FFF_FFFF;

    /** Chronicle writes the word "EOF" behind the end mark. */
    private static final int END_TEXT = 0x464F45C3;

    private static final int CHUNK_BYTES = 1 << 20;
    /** What is read leaves the mapping in parts of this size. */
    static final int PASSED_BYTES = 8 << 20;

    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private final FileChannel channel;
    private MappedByteBuffer mapping;

    private int passed;

    /** The mapping again, with a position and a limit that a comparison moves. */
    private ByteBuffer compared;

    private MappedJournalFile(FileChannel channel) {
        this.channel = channel;
    }

    public static MappedJournalFile open(Path path) {
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                MappedJournalFile file = new MappedJournalFile(channel);
                file.map(channel.size());
                return file;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't read journal file " + path, e);
        }
    }

    /** The whole file; good until {@link #grown()} or {@link #close()}. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Bytes that may be read. */
    public int capacity() {
        return buffer.capacity();
    }

    /** The record header at this position, as the writer published it. */
    public int header(int position) {
        return buffer.getIntVolatile(position);
    }

    /** Whether a record stands behind this header that was written to its end. */
    static boolean isComplete(int header) {
        return header > 0;
    }

    /** Whether the record behind this header is Chronicle's own, and no frame. */
    static boolean isChronicles(int header) {
        return (header & CHRONICLES_OWN) != 0;
    }

    /** How many bytes the record behind this header has. */
    static int length(int header) {
        return header & LENGTH_MASK;
    }

    /** Where the next record starts behind the one at this position, whose bytes are so many. */
    public static int recordBehind(int position, int length) {
        return align(position + RECORD_HEADER_LENGTH + length);
    }

    /** The next place where a record can start. */
    static int align(int position) {
        return (position + 3) & -4;
    }

    /** Whether Chronicle finished creating this file: it starts with a complete record of its own. */
    public boolean isReady() {
        if (capacity() < RECORD_HEADER_LENGTH) {
            return false;
        }
        int first = header(0);
        return isComplete(first) && isChronicles(first) && length(first) <= capacity() - RECORD_HEADER_LENGTH;
    }

    /**
     * Maps the file again when it became longer; true when it did. Older views of the buffer are void then. Where it can't be
     * mapped, all that was known of it can still be read.
     */
    public boolean grown() {
        try {
            long size = channel.size();
            if (size <= capacity()) {
                return false;
            }
            MappedByteBuffer shorter = mapping;
            map(size);
            BufferUtil.free(shorter);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("can't map a journal file that has grown", e);
        }
    }

    /**
     * What stands before this position was read in order. Its pages leave the mapping part by part, and come back should somebody
     * look at them: all together, at the mapping's end, they take a processor for twenty milliseconds.
     */
    public void passed(int position) {
        if (position - passed < PASSED_BYTES) {
            return;
        }
        try {
            PosixAPI.posix().madvise(buffer.addressOffset() + passed, PASSED_BYTES, MAdviseFlag.MADV_DONTNEED);
        } catch (RuntimeException | LinkageError e) {
            // Advice that isn't taken changes nothing but the moment.
        }
        passed += PASSED_BYTES;
    }

    /**
     * Whether a record of exactly these bytes is published here, its first byte at this position. So a writer reads what it
     * has just appended as any reader will: on JDK 17 a write into a full disk can return normally without having been done.
     */
    public boolean holds(long position, DirectBuffer frame, int offset, int length) {
        int start = (int) position;
        if (start + length > capacity() && !(grown() && start + length <= capacity())) {
            return false;
        }
        if (header(start - RECORD_HEADER_LENGTH) != length) {
            return false;
        }
        byte[] array = frame.byteArray();
        if (array == null) {
            return holdsEach(start, frame, offset, length);
        }
        compared.limit(start + length).position(start);
        return compared.mismatch(ByteBuffer.wrap(array, offset + frame.wrapAdjustment(), length)) < 0;
    }

    private boolean holdsEach(int start, DirectBuffer frame, int offset, int length) {
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(start + i) != frame.getByte(offset + i)) {
                return false;
            }
        }
        return true;
    }

    /** The byte behind the end mark that stands at this position. */
    int behindEndMark(int position) {
        int text = position + RECORD_HEADER_LENGTH;
        boolean hasText = text + Integer.BYTES <= capacity() && header(text) == END_TEXT;
        return hasText ? text + Integer.BYTES : text;
    }

    /**
     * Position of the last byte that is not 0 at or behind a position, plus one; the position when all are 0. Read, not
     * looked at through the mapping: on tmpfs a look at a hole takes memory, and faults when there is none left.
     */
    public int endOfBytes(int from) {
        try {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
            for (int end = capacity(); end > from; ) {
                int start = Math.max(from, end - CHUNK_BYTES);
                int length = bytesUpToTheLast(chunk.clear().limit(end - start), start);
                if (length > 0) {
                    return start + length;
                }
                end = start;
            }
            return from;
        } catch (IOException e) {
            throw new UncheckedIOException("can't read a journal file", e);
        }
    }

    private int bytesUpToTheLast(ByteBuffer chunk, int start) throws IOException {
        for (int read = 1; chunk.hasRemaining() && read > 0; ) {
            read = channel.read(chunk, start + chunk.position());
        }
        int length = chunk.position();
        while (length >= Long.BYTES && chunk.getLong(length - Long.BYTES) == 0) {
            length -= Long.BYTES;
        }
        while (length > 0 && chunk.get(length - 1) == 0) {
            length--;
        }
        return length;
    }

    private void map(long size) throws IOException {
        if (size > Integer.MAX_VALUE) {
            throw new IOException("journal file of " + size + " bytes is too long to be one");
        }
        mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        buffer.wrap(mapping, 0, (int) size);
        compared = mapping.duplicate();
        passed = 0;
    }

    private void unmap() {
        buffer.wrap(0, 0);
        compared = null;
        BufferUtil.free(mapping);
        mapping = null;
    }

    @Override
    public void close() {
        if (mapping != null) {
            unmap();
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("can't close a journal file", e);
        }
    }
}

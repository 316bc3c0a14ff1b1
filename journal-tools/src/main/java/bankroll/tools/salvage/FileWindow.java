package bankroll.tools.salvage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A part of a file in memory, which moves forward. It is read and not mapped: a look at a mapped page that the disk doesn't
 * give ends the process. What can't be read is zeros, and is told. One thread.
 */
final class FileWindow implements AutoCloseable {
    private static final int PIECE_BYTES = 1 << 20;
    /** What a disk gives or doesn't. */
    private static final int BLOCK_BYTES = 4096;

    private final Path path;
    private final FileChannel channel;
    private final Reading reading;
    private final long size;
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private byte[] bytes = new byte[PIECE_BYTES];
    /** Byte of the file that the first one in memory is. */
    private long start;
    /** How many bytes are in memory. */
    private int filled;

    /** Reads from a file as {@link FileChannel#read(ByteBuffer, long)} does. */
    @FunctionalInterface
    interface Reading {
        int read(ByteBuffer into, long position) throws IOException;
    }

    /** Of a file that is read through something else. */
    FileWindow(Path path, FileChannel channel, Reading reading) throws IOException {
        this.path = path;
        this.channel = channel;
        this.reading = reading;
        size = channel.size();
        buffer.wrap(bytes);
    }

    static FileWindow open(Path path) {
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            return new FileWindow(path, channel, channel::read);
        } catch (IOException e) {
            throw cannotRead(path, e);
        }
    }

    private static UncheckedIOException cannotRead(Path path, IOException cause) {
        return new UncheckedIOException("can't read " + path, cause);
    }

    /** The file. */
    Path path() {
        return path;
    }

    /** Of the file, when it was opened. */
    long size() {
        return size;
    }

    /** What is in memory; good until another part is asked for. */
    DirectBuffer buffer() {
        return buffer;
    }

    /** What could not be read so far, in order. */
    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** Brings bytes of the file into memory, as far as it has so many, and tells where in the buffer the first of them is. */
    int offset(long position, int length) {
        long end = Math.min(size, position + length);
        if (end > start + filled) {
            move(position, (int) (end - position));
        }
        return (int) (position - start);
    }

    private void move(long position, int length) {
        int kept = (int) Math.max(0, start + filled - position);
        byte[] target = length <= bytes.length ? bytes : new byte[BitUtil.findNextPositivePowerOfTwo(length)];
        System.arraycopy(bytes, filled - kept, target, 0, kept);
        bytes = target;
        buffer.wrap(bytes);
        start = position;
        filled = kept;
        while (filled < length) {
            readOn();
        }
    }

    private void readOn() {
        int length = (int) Math.min(size - start - filled, Math.min(PIECE_BYTES, bytes.length - filled));
        try {
            fill(filled, length);
        } catch (ClosedChannelException e) {
            throw cannotRead(path, e);
        } catch (IOException e) {
            fillByBlocks(length);
        }
        filled += length;
    }

    /** Around what the disk doesn't give. */
    private void fillByBlocks(int length) {
        for (int done = 0; done < length; ) {
            int toBorder = BLOCK_BYTES - (int) ((start + filled + done) % BLOCK_BYTES);
            int block = Math.min(toBorder, length - done);
            fillBlock(filled + done, block);
            done += block;
        }
    }

    private void fillBlock(int offset, int length) {
        try {
            fill(offset, length);
        } catch (ClosedChannelException e) {
            throw cannotRead(path, e);
        } catch (IOException e) {
            Arrays.fill(bytes, offset, offset + length, (byte) 0);
            addUnreadable(start + offset, start + offset + length);
        }
    }

    private void addUnreadable(long from, long to) {
        int last = unreadable.size() - 1;
        if (last >= 0 && unreadable.get(last).to() == from) {
            unreadable.set(last, new Unreadable(path, unreadable.get(last).from(), to));
        } else {
            unreadable.add(new Unreadable(path, from, to));
        }
    }

    /** What a file has lost since it was opened, as a live journal's reserve, is zeros. */
    private void fill(int offset, int length) throws IOException {
        ByteBuffer into = ByteBuffer.wrap(bytes, offset, length);
        while (into.hasRemaining()) {
            if (reading.read(into, start + into.position()) < 0) {
                Arrays.fill(bytes, into.position(), into.limit(), (byte) 0);
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw cannotRead(path, e);
        }
    }
}

package bankroll.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A file of a {@link RecordedDisk}: tells what is written, cut off and forced. */
final class RecordedChannel extends FileChannel {
    private final RecordedDisk disk;
    private final String name;
    private final Path path;
    private final FileChannel real;

    RecordedChannel(RecordedDisk disk, Path path, FileChannel real) {
        this.disk = disk;
        this.name = disk.name(path);
        this.path = path;
        this.real = real;
    }

    /** Bytes that are written again take no room. */
    private void wrote(long end) throws IOException {
        if (end > real.size()) {
            disk.requireRoom(name);
        }
        disk.record("write " + name);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        disk.force(path, () -> real.force(metaData));
        disk.record((metaData ? "force " : "force the bytes of ") + name);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        real.truncate(size);
        disk.record("cut " + name);
        return this;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        wrote(real.position() + bytes.remaining());
        return shortly(bytes, real::write);
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) throws IOException {
        wrote(Long.MAX_VALUE);
        return real.write(bytes, offset, length);
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        wrote(position + bytes.remaining());
        return shortly(bytes, some -> real.write(some, position));
    }

    private int shortly(ByteBuffer bytes, Write write) throws IOException {
        int limit = bytes.limit();
        bytes.limit(Math.min(limit, bytes.position() + Math.min(bytes.remaining(), disk.bytesAtOnce())));
        int written = write.write(bytes);
        bytes.limit(limit);
        disk.took(written);
        return written;
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) throws IOException {
        wrote(position + count);
        return real.transferFrom(from, position, count);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
        return real.transferTo(position, count, to);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return real.read(into);
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        return real.read(into, offset, length);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return real.read(into, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }

    @FunctionalInterface
    private interface Write {
        int write(ByteBuffer bytes) throws IOException;
    }
}

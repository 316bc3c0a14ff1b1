package bankroll.snapshot;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.FrozenState.StateVisitor;
import bankroll.protocol.PieceDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** Writes one snapshot: head, state, the state's digest (64 hex digits), CRC32C of all before. One thread. */
final class SnapshotWriter implements StateVisitor, AutoCloseable {
    static final int DIGEST_BYTES = 64;
    static final int TAIL_BYTES = DIGEST_BYTES + 4;

    /** Forced in steps: beside a service, so that the journal's own forces never wait behind a gigabyte. */
    private static final int FORCE_BYTES = 16 << 20;

    private final ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private final PieceDigest digest;
    private final SnapshotDirectory directory;
    private final FileChannel file;
    private boolean isInState;
    private long unforced;

    private SnapshotWriter(SnapshotDirectory directory, Path path, PieceDigest digest) throws IOException {
        this.directory = directory;
        this.digest = digest;
        file = directory.create(path);
    }

    /** How many bytes the snapshot of a state takes. */
    static long bytes(FrozenState state) {
        Size size = new Size();
        state.visit(size);
        return SnapshotHead.BYTES + size.bytes + TAIL_BYTES;
    }

    /** Writes and forces a whole snapshot; gives the state's digest. */
    static String write(
            SnapshotDirectory directory, Path path, SnapshotHead head, FrozenState state, PieceDigest digest)
            throws IOException {
        try (SnapshotWriter writer = new SnapshotWriter(directory, path, digest)) {
            head.put(writer.chunk);
            writer.flush();
            writer.isInState = true;
            state.visit(writer);
            writer.flush();
            writer.isInState = false;
            String hex = digest.hex();
            writer.put(hex.getBytes(StandardCharsets.US_ASCII));
            writer.end();
            return hex;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void section(int recordBytes, int records) {
        room(8).putInt(recordBytes).putInt(records);
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int length) {
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, room(1).remaining());
            buffer.getBytes(offset + done, chunk, part);
            done += part;
        }
    }

    @Override
    public void number(long value) {
        room(8).putLong(value);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void put(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    private void end() throws IOException {
        flush();
        chunk.putInt((int) crc.getValue());
        flush();
        directory.end(file);
    }

    private ByteBuffer room(int bytes) {
        if (chunk.remaining() < bytes) {
            try {
                flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return chunk;
    }

    private void flush() throws IOException {
        chunk.flip();
        crc.update(chunk.duplicate());
        if (isInState) {
            digest.update(chunk.duplicate());
        }
        unforced += chunk.remaining();
        directory.write(file, chunk);
        chunk.clear();
        if (unforced >= FORCE_BYTES) {
            unforced = 0;
            directory.force(file);
        }
    }

    /** Counts what it is given. */
    private static final class Size implements StateVisitor {
        private long bytes;

        @Override
        public void section(int recordBytes, int records) {
            bytes += 2 * Integer.BYTES;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length) {
            bytes += length;
        }

        @Override
        public void number(long value) {
            bytes += Long.BYTES;
        }
    }
}

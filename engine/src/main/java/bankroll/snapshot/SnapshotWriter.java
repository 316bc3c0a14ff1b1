package bankroll.snapshot;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.StateVisitor;
import bankroll.protocol.PieceDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** Writes one snapshot: head, state, the state's digest (64 hex digits), CRC32C of all before. One thread, but for forces. */
final class SnapshotWriter implements StateVisitor, AutoCloseable {
    static final int DIGEST_BYTES = 64;
    static final int TAIL_BYTES = DIGEST_BYTES + 4;

    /** Forced in steps: beside a service, so that the journal's own forces never wait behind a gigabyte. */
    private static final int FORCE_BYTES = 16 << 20;

    private final ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private final PieceDigest digest;
    private final Executor forcing;
    private final SnapshotDirectory directory;
    private final FileChannel file;
    private CompletableFuture<Void> forced = CompletableFuture.completedFuture(null);
    private boolean isInState;
    private long unforced;

    private SnapshotWriter(SnapshotDirectory directory, Path path, Effort effort) throws IOException {
        this.directory = directory;
        digest = effort.digest();
        forcing = effort.forcing();
        file = directory.create(path);
    }

    /** Writes and forces a whole snapshot. */
    static void write(SnapshotDirectory directory, Path path, SnapshotHead head, FrozenState state, Effort effort)
            throws IOException {
        try (SnapshotWriter writer = new SnapshotWriter(directory, path, effort)) {
            head.put(writer.chunk);
            writer.flush();
            writer.isInState = true;
            state.visit(writer);
            writer.flush();
            writer.isInState = false;
            writer.put(writer.digest.hex().getBytes(StandardCharsets.US_ASCII));
            writer.end();
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
        forced.exceptionally(failure -> null).join();
        file.close();
    }

    private void put(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    private void end() throws IOException {
        flush();
        chunk.putInt((int) crc.getValue());
        flush();
        awaitForced();
        directory.force(file);
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
        if (forced.isDone()) {
            awaitForced();
            forceWhatIsMuch();
        }
    }

    private void forceWhatIsMuch() {
        if (unforced >= FORCE_BYTES) {
            unforced = 0;
            forced = CompletableFuture.runAsync(this::force, forcing);
        }
    }

    private void force() {
        try {
            directory.force(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A disk tells of a lost write once: what the force on the other thread was told must not be missed. */
    private void awaitForced() throws IOException {
        try {
            forced.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}

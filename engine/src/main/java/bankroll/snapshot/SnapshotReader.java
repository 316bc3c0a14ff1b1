package bankroll.snapshot;

import bankroll.calendar.OldWindows;
import bankroll.journal.OpeningWatch;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.protocol.PieceDigest;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.agrona.MutableDirectBuffer;

/** Reads one snapshot in one pass: to check it, or to load it and check it on the way. One thread. */
final class SnapshotReader implements StateSource, AutoCloseable {
    private static final int MOST_CHUNK_BYTES = 1 << 20;

    private final ByteBuffer chunk;
    private final CRC32C sum = new CRC32C();
    private final FileChannel file;
    private final long size;
    private OpeningWatch watcher = OpeningWatch.NONE;
    private long bytesRead;

    private SnapshotReader(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
        size = file.size();
        chunk = ByteBuffer.allocateDirect((int) Math.min(MOST_CHUNK_BYTES, size))
                .order(ByteOrder.LITTLE_ENDIAN);
        chunk.limit(0);
    }

    /** The head of a snapshot; the rest isn't looked at. */
    static SnapshotHead head(Path path) {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            int length = (int) Math.min(SnapshotHead.BYTES, reader.size);
            return SnapshotHead.get(reader.read(0, length));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Checks a whole snapshot and gives its head and its digest. */
    static CheckedSnapshot check(Path path, OpeningWatch watcher) {
        return read(path, PieceDigest::onOneProcessor, false, watcher);
    }

    /** Checks a whole snapshot, and that the state in it is the one whose digest it carries. */
    static CheckedSnapshot prove(Path path) {
        return read(path, PieceDigest::onAllProcessors, true, OpeningWatch.NONE);
    }

    /** An old version's digest can't be compared, so it is computed in any case. */
    private static CheckedSnapshot read(Path path, Supplier<PieceDigest> digest, boolean proves, OpeningWatch watcher) {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            reader.watcher = watcher;
            reader.requireWhole();
            boolean isComparable = SnapshotHead.hasComparableDigest(reader.need(SnapshotHead.BYTES));
            byte[] head = new byte[SnapshotHead.BYTES];
            reader.need(head.length).get(head);
            String found = reader.digest(proves || !isComparable ? digest.get() : null);
            reader.end();
            if (isComparable && found != null && !found.equals(reader.digestInIt())) {
                throw new InvalidSnapshotException("holds another state than the one whose digest it carries");
            }
            String known = found == null ? reader.digestInIt() : found;
            return new CheckedSnapshot(path, SnapshotHead.get(ByteBuffer.wrap(head)), known);
        } catch (UncheckedIOException e) {
            throw unreadable(e.getCause());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** A snapshot that the disk doesn't give is of no more use than a damaged one. */
    static InvalidSnapshotException unreadable(IOException e) {
        return new InvalidSnapshotException("can't be read: " + e.getMessage());
    }

    /**
     * Fills an empty ledger and checks the snapshot in the same pass.
     *
     * @throws InvalidSnapshotException when it isn't what was written; what the ledger holds is then of no use
     */
    static void load(Path path, Ledger ledger, OpeningWatch watcher) throws IOException {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            reader.watcher = watcher;
            reader.requireWhole();
            reader.fill(ledger);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Whatever damaged bytes make of a ledger, it is the damage that is told. */
    private void fill(Ledger ledger) {
        try {
            SnapshotHead.get(need(SnapshotHead.BYTES));
            ledger.load(this);
            OldWindows.afterLoading(ledger);
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    @Override
    public int section(int recordBytes) {
        ByteBuffer section = need(8);
        int found = section.getInt();
        if (found != recordBytes) {
            throw new InvalidSnapshotException("has records of " + found + " bytes, not " + recordBytes);
        }
        int records = section.getInt();
        if (records < 0 || (long) records * recordBytes > size - bytesRead + chunk.remaining()) {
            throw new InvalidSnapshotException("is damaged: a table is longer than the file");
        }
        return records;
    }

    @Override
    public void bytes(MutableDirectBuffer target, int offset, int length) {
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, need(1).remaining());
            target.putBytes(offset + done, chunk, part);
            done += part;
        }
    }

    @Override
    public long number() {
        return need(8).getLong();
    }

    /** Reads on to the end, whatever is left: then the checksum must be right. */
    @Override
    public void end() {
        try {
            while (bytesRead < size) {
                chunk.position(chunk.limit());
                need(1);
            }
            requireSum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void requireWhole() {
        if (size < SnapshotHead.BYTES + SnapshotWriter.TAIL_BYTES) {
            throw new InvalidSnapshotException("ends after " + size + " bytes");
        }
    }

    private String digestInIt() throws IOException {
        ByteBuffer digest = read(size - SnapshotWriter.TAIL_BYTES, SnapshotWriter.DIGEST_BYTES);
        return StandardCharsets.US_ASCII.decode(digest).toString();
    }

    /** All bytes but the last four were read, and so summed. */
    private void requireSum() throws IOException {
        if ((int) sum.getValue() != read(size - Integer.BYTES, Integer.BYTES).getInt()) {
            throw new InvalidSnapshotException("is damaged: its checksum is wrong");
        }
    }

    /** Bytes somewhere else than where the chunk stands. */
    private ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException("a snapshot ends early");
            }
        }
        return bytes.flip();
    }

    /** Reads the state to its end; gives its digest, if one is to be computed. */
    private String digest(PieceDigest digest) {
        for (long left = size - SnapshotHead.BYTES - SnapshotWriter.TAIL_BYTES; left > 0; ) {
            ByteBuffer next = need(1);
            int part = (int) Math.min(left, next.remaining());
            if (digest != null) {
                digest.update(next.slice(next.position(), part));
            }
            next.position(next.position() + part);
            left -= part;
        }
        return digest == null ? null : digest.hex();
    }

    /** The chunk with at least so many bytes to read; what comes into it is summed. */
    private ByteBuffer need(int bytes) {
        if (chunk.remaining() < bytes) {
            chunk.compact();
            int from = chunk.position();
            try {
                while (chunk.position() < bytes) {
                    int read = file.read(chunk);
                    if (read < 0) {
                        throw new EOFException("a snapshot ends early");
                    }
                    bytesRead += read;
                }
                sum(from);
                watcher.at(bytesRead, size);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                chunk.flip();
            }
        }
        return chunk;
    }

    /** The last four bytes of the file are the sum itself. */
    private void sum(int from) {
        long behind = Math.max(0, bytesRead - (size - Integer.BYTES));
        int end = (int) Math.max(from, chunk.position() - behind);
        sum.update(chunk.duplicate().limit(end).position(from));
    }
}

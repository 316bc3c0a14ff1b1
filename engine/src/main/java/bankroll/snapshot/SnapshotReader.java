package bankroll.snapshot;

import bankroll.calendar.OldWindows;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.StateSource;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.agrona.MutableDirectBuffer;

/** Reads one snapshot: the CRC over the whole file first, then the state. One thread. */
final class SnapshotReader implements StateSource, AutoCloseable {
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private final FileChannel file;

    private SnapshotReader(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
        chunk.limit(0);
    }

    /** The head of a snapshot; the rest isn't looked at. */
    static SnapshotHead head(Path path) throws IOException {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            return reader.head();
        }
    }

    /** Checks a whole snapshot and gives its head and its digest. */
    static CheckedSnapshot check(Path path) throws IOException {
        return read(path, PieceDigest::onOneProcessor, false);
    }

    /** Checks a whole snapshot, and that the state in it is the one whose digest it carries. */
    static CheckedSnapshot prove(Path path) throws IOException {
        return read(path, PieceDigest::onAllProcessors, true);
    }

    /** An old version's digest can't be compared, so it is computed in any case. */
    private static CheckedSnapshot read(Path path, Supplier<PieceDigest> digest, boolean proves) throws IOException {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            reader.requireWhole();
            boolean isComparable = reader.hasComparableDigest();
            String found = reader.sum(proves || !isComparable ? digest.get() : null);
            if (isComparable && found != null && !found.equals(reader.digestInIt())) {
                throw new InvalidSnapshotException("holds another state than the one whose digest it carries");
            }
            return new CheckedSnapshot(path, reader.head(), found == null ? reader.digestInIt() : found);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Fills an empty ledger with the state of a checked snapshot. */
    static void load(Path path, Ledger ledger) throws IOException {
        try (SnapshotReader reader = new SnapshotReader(path)) {
            SnapshotHead.get(reader.need(SnapshotHead.BYTES));
            ledger.load(reader);
            OldWindows.afterLoading(ledger);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public int section(int recordBytes) {
        ByteBuffer section = need(8);
        int found = section.getInt();
        if (found != recordBytes) {
            throw new InvalidSnapshotException("has records of " + found + " bytes, not " + recordBytes);
        }
        return section.getInt();
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

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void requireWhole() throws IOException {
        if (file.size() < SnapshotHead.BYTES + SnapshotWriter.TAIL_BYTES) {
            throw new InvalidSnapshotException("ends after " + file.size() + " bytes");
        }
    }

    private SnapshotHead head() throws IOException {
        seek(0);
        return SnapshotHead.get(need((int) Math.min(SnapshotHead.BYTES, file.size())));
    }

    private boolean hasComparableDigest() throws IOException {
        seek(0);
        return SnapshotHead.hasComparableDigest(need(SnapshotHead.BYTES));
    }

    private String digestInIt() throws IOException {
        seek(file.size() - SnapshotWriter.TAIL_BYTES);
        byte[] digest = new byte[SnapshotWriter.DIGEST_BYTES];
        need(digest.length).get(digest);
        return new String(digest, StandardCharsets.US_ASCII);
    }

    /** Reads all of it once: the checksum must be right; gives the digest of the state, if one is to be computed. */
    private String sum(PieceDigest digest) throws IOException {
        CRC32C crc = new CRC32C();
        seek(0);
        feed(SnapshotHead.BYTES, crc::update);
        feed(file.size() - SnapshotHead.BYTES - SnapshotWriter.TAIL_BYTES, part -> {
            crc.update(part.duplicate());
            if (digest != null) {
                digest.update(part);
            }
        });
        feed(SnapshotWriter.DIGEST_BYTES, crc::update);
        if ((int) crc.getValue() != need(4).getInt()) {
            throw new InvalidSnapshotException("is damaged: its checksum is wrong");
        }
        return digest == null ? null : digest.hex();
    }

    private void feed(long bytes, Consumer<ByteBuffer> sum) {
        for (long left = bytes; left > 0; ) {
            ByteBuffer next = need(1);
            int part = (int) Math.min(left, next.remaining());
            sum.accept(next.slice(next.position(), part));
            next.position(next.position() + part);
            left -= part;
        }
    }

    private void seek(long position) throws IOException {
        file.position(position);
        chunk.clear().limit(0);
    }

    /** The chunk with at least so many bytes to read. */
    private ByteBuffer need(int bytes) {
        if (chunk.remaining() < bytes) {
            chunk.compact();
            try {
                while (chunk.position() < bytes) {
                    if (file.read(chunk) < 0) {
                        throw new EOFException("a snapshot ends early");
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            chunk.flip();
        }
        return chunk;
    }
}

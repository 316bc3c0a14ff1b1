package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.DurableFiles;
import io.aeron.archive.checksum.Checksum;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.aeron.archive.codecs.RecordingState;
import io.aeron.cluster.ConsensusModule;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where Aeron's archive ends after a power cut. Its own look at a start goes from head to head, so a page without a head
 * that was not written is taken for written, and what lies behind the end stays in the file, where a later look could
 * take it for newer than it is. This one proves each fragment's checksum and cuts the file behind the last good one.
 *
 * <p>Only what was not forced yet may be cut, for nobody was told of it: one block at most, and pages that were never
 * written are zeros. Anything else is damage. The end is mended before the archive is started, by one thread.
 *
 * <p>A log that was stopped ends where the catalog says. Aeron shortens one, as that of a leader with entries that nobody else
 * has, in the catalog first and then in the files: whoever is killed between the two would go on in front of old entries.
 */
final class ArchiveTail {
    /** The archive writes so much at a time and then forces it. */
    static final int BLOCK_BYTES = 1 << 20;

    /** What the archive knows the cluster's log by. */
    static final int LOG_STREAM = ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT;

    /** Of each fragment that the archive writes. */
    static final Checksum CHECKSUM = Checksums.crc32c();

    /** Where the archive lists its recordings. */
    static final String CATALOG = "archive.catalog";

    private static final Logger LOG = LoggerFactory.getLogger(ArchiveTail.class);
    private static final int RECORDING_HEAD = RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;
    private static final int HEAD = DataHeaderFlyweight.HEADER_LENGTH;
    /** A disk writes so much or nothing. */
    private static final int SECTOR_BYTES = 512;

    private final Path directory;
    private final boolean isForced;

    /**
     * Prepares it.
     *
     * @param directory the archive's
     * @param isForced whether each block was forced before the next one; otherwise more than one may be missing
     */
    ArchiveTail(Path directory, boolean isForced) {
        this.directory = directory;
        this.isForced = isForced;
    }

    /**
     * Cuts whatever recording was not stopped in order behind its last good fragment, and forces what is left of it: behind a
     * kill the last block may be in memory alone, and the others are told of it as of what is on disk. A log that was stopped is
     * cut where it was.
     *
     * @throws ConditionException when something is wrong before what the power cut may have taken
     */
    void mend() {
        removeUnwrittenCatalog();
        recordings(directory, recording -> {
            if (recording.stopPosition() == AeronArchive.NULL_POSITION) {
                mend(recording);
            } else if (recording.streamId() == LOG_STREAM) {
                cutWhereStopped(recording);
            }
        });
    }

    /** The archive forces it with its first recording. Before, a power cut leaves one of zeros, which the archive refuses. */
    private void removeUnwrittenCatalog() {
        Path catalog = directory.resolve(CATALOG);
        String[] files = directory.toFile().list((parent, name) -> name.endsWith(".rec"));
        try {
            if (Files.exists(catalog) && files != null && files.length == 0 && isZero(Files.readAllBytes(catalog))) {
                Files.delete(catalog);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(catalog + " can't be read or removed", e);
        }
    }

    private static boolean isZero(byte[] bytes) {
        return isZero(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private void mend(RecordingDescriptorDecoder recording) {
        Optional<Path> newest = newestFile(recording.recordingId());
        if (newest.isEmpty()) {
            return;
        }
        int termBytes = recording.termBufferLength();
        int startInTerm = (int) (recording.startPosition() & (termBytes - 1));
        boolean isFirst = positionOf(newest.get()) == recording.startPosition() - startInTerm;
        try (RandomAccessFile file = new RandomAccessFile(newest.get().toFile(), "rw")) {
            int end = end(newest.get(), isFirst ? startInTerm : 0, termBytes);
            if (end >= 0) {
                cut(file, end);
                LOG.info("{} was not written to its end when this node stopped: cut behind byte {}", newest.get(), end);
            }
            if (end >= 0 || isForced) {
                file.getChannel().force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the end of " + newest.get() + " can't be brought to the disk", e);
        }
    }

    /** What lies behind becomes zeros, and the file stays as long as the archive has made it. */
    private static void cut(RandomAccessFile file, int end) throws IOException {
        long length = file.length();
        file.setLength(end);
        file.setLength(length);
    }

    /** Leaves what Aeron would have left, had it come to the end. */
    private void cutWhereStopped(RecordingDescriptorDecoder recording) {
        long stop = recording.stopPosition();
        long begin = AeronArchive.segmentFileBasePosition(
                recording.startPosition(), stop, recording.termBufferLength(), recording.segmentFileLength());
        try {
            for (Path file : files(directory, recording.recordingId())) {
                if (positionOf(file) == begin) {
                    cutBehind(file, (int) (stop - begin));
                } else if (positionOf(file) > begin) {
                    Files.delete(file);
                    LOG.info("{} is behind the end of its log, byte {}: deleted", file, stop);
                }
            }
            if (isForced) {
                DurableFiles.forceDirectory(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what lies in " + directory + " behind a log's end can't be removed", e);
        }
    }

    private void cutBehind(Path path, int end) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            if (writtenBytes(path) > end) {
                cut(file, end);
                LOG.info("{} had bytes behind the end of its log: cut behind byte {}", path, end);
            }
            if (isForced) {
                file.getChannel().force(true);
            }
        }
    }

    private Optional<Path> newestFile(long recording) {
        List<Path> all = files(directory, recording);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** A recording's files, in their order. */
    static List<Path> files(Path archiveDirectory, long recording) {
        String[] names = archiveDirectory.toFile().list((parent, name) -> name.matches(recording + "-\\d+\\.rec"));
        return Arrays.stream(names == null ? new String[0] : names)
                .map(archiveDirectory::resolve)
                .sorted(Comparator.comparingLong(ArchiveTail::positionOf))
                .toList();
    }

    /** The byte of the recording with which one of its files begins. */
    static long positionOf(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.indexOf('-') + 1, name.indexOf('.')));
    }

    /** Where the good fragments end when something lies behind them, or -1. */
    private int end(Path file, int from, int termBytes) {
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file.toFile(), file.toString());
        try {
            UnsafeBuffer bytes = new UnsafeBuffer(mapped);
            int end = from;
            while (isWhole(bytes, end, termBytes)) {
                end += BitUtil.align(FrameDescriptor.frameLength(bytes, end), FrameDescriptor.FRAME_ALIGNMENT);
            }
            int written = writtenBytes(bytes);
            if (written <= end) {
                return -1;
            }
            if (isDamaged(bytes, end, written, isForced)) {
                throw new ConditionException(
                        ExitCode.DAMAGE,
                        "the log's file " + file + " is damaged at byte " + end
                                + ": what was on disk there is no longer",
                        ClusterContext.CURE);
            }
            return end;
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    /** Whether what is written behind the last good fragment can't be what a power cut left of a block. */
    static boolean isDamaged(UnsafeBuffer bytes, int end, int written, boolean isForced) {
        return written > end && (isForced && written - end > BLOCK_BYTES || !hasGap(bytes, end));
    }

    /** Whether a fragment is there as it was written. */
    static boolean isWhole(UnsafeBuffer bytes, int at, int termBytes) {
        if (at + HEAD > bytes.capacity()) {
            return false;
        }
        int length = FrameDescriptor.frameLength(bytes, at);
        int aligned = BitUtil.align(length, FrameDescriptor.FRAME_ALIGNMENT);
        if (length < HEAD || aligned > bytes.capacity() - at || termOffset(bytes, at) != (at & (termBytes - 1))) {
            return false;
        }
        return FrameDescriptor.isPaddingFrame(bytes, at)
                || CHECKSUM.compute(bytes.addressOffset(), at + HEAD, aligned - HEAD)
                        == FrameDescriptor.frameSessionId(bytes, at);
    }

    private static int termOffset(UnsafeBuffer bytes, int at) {
        return bytes.getInt(at + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    private static int writtenBytes(Path file) {
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file.toFile(), file.toString());
        try {
            return writtenBytes(new UnsafeBuffer(mapped));
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    /** Up to where there is any byte that isn't zero. */
    static int writtenBytes(UnsafeBuffer bytes) {
        int end = bytes.capacity();
        while (end >= Long.BYTES && bytes.getLong(end - Long.BYTES) == 0) {
            end -= Long.BYTES;
        }
        return end;
    }

    /** Whether the fragment there has no head, or a sector without a byte that isn't zero. */
    private static boolean hasGap(UnsafeBuffer bytes, int at) {
        int length = FrameDescriptor.frameLength(bytes, at);
        if (length == 0) {
            return true;
        }
        int end = (int) Math.min(bytes.capacity(), (long) at + Math.max(length, HEAD));
        int from = at + HEAD;
        while (from < end) {
            int sectorEnd = Math.min(end, BitUtil.align(from + 1, SECTOR_BYTES));
            if (isZero(bytes, from, sectorEnd)) {
                return true;
            }
            from = sectorEnd;
        }
        return false;
    }

    private static boolean isZero(UnsafeBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && bytes.getByte(at) == 0) {
            at++;
        }
        return at == end;
    }

    /**
     * A log goes on with the terms that it began with, whatever the options say. A node that had none at its start has perhaps
     * that of a leader with other options by the time it leads.
     */
    static void keepTermBytes(ClusterContext context) {
        recordings(context.archiveDirectory(), recording -> {
            if (recording.streamId() == LOG_STREAM) {
                context.termBytes(recording.termBufferLength());
            }
        });
    }

    /**
     * Shows every valid recording of an archive, in their order, as its catalog has them; one decoder for all of them. None when
     * there is no catalog. Of an archive that runs, those that it has begun before.
     */
    static void recordings(Path archiveDirectory, Consumer<RecordingDescriptorDecoder> each) {
        File file = archiveDirectory.resolve(CATALOG).toFile();
        if (file.length() < CatalogHeaderDecoder.BLOCK_LENGTH) {
            return;
        }
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file, CATALOG);
        try {
            recordings(new UnsafeBuffer(mapped), each);
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    private static void recordings(UnsafeBuffer catalog, Consumer<RecordingDescriptorDecoder> each) {
        RecordingDescriptorHeaderDecoder head = new RecordingDescriptorHeaderDecoder();
        RecordingDescriptorDecoder recording = new RecordingDescriptorDecoder();
        int alignment = new CatalogHeaderDecoder()
                .wrap(catalog, 0, CatalogHeaderDecoder.BLOCK_LENGTH, CatalogHeaderDecoder.SCHEMA_VERSION)
                .alignment();
        int at = CatalogHeaderDecoder.BLOCK_LENGTH;
        while (at + RECORDING_HEAD < catalog.capacity()) {
            head.wrap(catalog, at, RECORDING_HEAD, RecordingDescriptorHeaderDecoder.SCHEMA_VERSION);
            if (head.length() <= 0) {
                return;
            }
            if (head.state() == RecordingState.VALID) {
                recording.wrap(
                        catalog,
                        at + RECORDING_HEAD,
                        RecordingDescriptorDecoder.BLOCK_LENGTH,
                        RecordingDescriptorDecoder.SCHEMA_VERSION);
                each.accept(recording);
            }
            at += BitUtil.align(RECORDING_HEAD + head.length(), alignment);
        }
    }
}

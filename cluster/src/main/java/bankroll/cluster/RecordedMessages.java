package bankroll.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import java.io.File;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The messages of one recording of Aeron's archive, read from its files; nothing of Aeron runs. A message may lie in several
 * fragments, each behind a head and with a checksum of its own, and never reaches from one file into the next. One thread.
 */
final class RecordedMessages {
    private static final int HEAD = DataHeaderFlyweight.HEADER_LENGTH;

    private final Path directory;
    private final Recording recording;
    private final boolean isForced;
    private final ExpandableArrayBuffer whole = new ExpandableArrayBuffer();
    private int wholeLength = -1;

    /** Takes a message, which is gone when it returns. */
    interface Handler {
        void onMessage(DirectBuffer buffer, int offset, int length);
    }

    /**
     * What the archive's catalog says of a recording.
     *
     * @param stop where it was ended in order; {@link AeronArchive#NULL_POSITION} where it wasn't
     */
    record Recording(long id, int stream, long start, long stop, int termBytes, int firstTerm) {
        private static Recording of(RecordingDescriptorDecoder found) {
            return new Recording(
                    found.recordingId(),
                    found.streamId(),
                    found.startPosition(),
                    found.stopPosition(),
                    found.termBufferLength(),
                    found.initialTermId());
        }

        /** The newest one that is wanted. */
        static Optional<Recording> find(Path archiveDirectory, Predicate<Recording> isWanted) {
            Recording[] last = new Recording[1];
            ArchiveTail.recordings(archiveDirectory, found -> {
                Recording next = of(found);
                last[0] = isWanted.test(next) ? next : last[0];
            });
            return Optional.ofNullable(last[0]);
        }

        boolean isEndedInOrder() {
            return stop != AeronArchive.NULL_POSITION;
        }
    }

    /**
     * How far it could be read.
     *
     * @param end the byte behind the last good fragment
     * @param damage why not on from there; empty where nothing follows, or only what a power cut has left
     */
    record Extent(long end, Optional<String> damage) {
        private static Extent whole(long end) {
            return new Extent(end, Optional.empty());
        }

        private static Extent damaged(long end, String what) {
            return new Extent(end, Optional.of(what));
        }
    }

    /**
     * Prepares it.
     *
     * @param archiveDirectory where its files are
     * @param isForced whether each block was forced before the next one; otherwise a power cut may have taken more than one
     */
    RecordedMessages(Path archiveDirectory, Recording recording, boolean isForced) {
        this.directory = archiveDirectory;
        this.recording = recording;
        this.isForced = isForced;
    }

    /** Shows all messages that begin at this byte or behind it. */
    Extent read(long from, Handler each) {
        List<Path> files = ArchiveTail.files(directory, recording.id());
        if (from < recording.start()) {
            return Extent.damaged(from, "its files begin at byte " + recording.start());
        }
        long at = from;
        for (int index = 0; index < files.size(); index++) {
            Path file = files.get(index);
            long base = ArchiveTail.positionOf(file);
            boolean isHere = base <= at && at < base + file.toFile().length();
            if (isHere && !isOver(at)) {
                Extent read = read(file, at, index == files.size() - 1, each);
                if (read.end() < base + file.toFile().length() || read.damage().isPresent()) {
                    return read;
                }
                at = read.end();
            }
        }
        return isLacking(at, files)
                ? Extent.damaged(at, "the file that begins there is missing in " + directory)
                : Extent.whole(at);
    }

    private boolean isOver(long at) {
        return recording.isEndedInOrder() && at >= recording.stop();
    }

    /** Without an end in the catalog the last file's is the end; with no file at all nothing was written yet. */
    private boolean isLacking(long at, List<Path> files) {
        if (recording.isEndedInOrder()) {
            return at != recording.stop();
        }
        long end = files.isEmpty()
                ? recording.start()
                : ArchiveTail.positionOf(files.get(files.size() - 1))
                        + files.get(files.size() - 1).toFile().length();
        return at != end;
    }

    private Extent read(Path path, long from, boolean isNewest, Handler each) {
        File file = path.toFile();
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file, MapMode.READ_ONLY, path.toString());
        try {
            UnsafeBuffer bytes = new UnsafeBuffer(mapped);
            long base = ArchiveTail.positionOf(path);
            int at = (int) (from - base);
            while (!isOver(base + at) && isNext(bytes, at, base)) {
                take(bytes, at, each);
                at += BitUtil.align(FrameDescriptor.frameLength(bytes, at), FrameDescriptor.FRAME_ALIGNMENT);
            }
            return isEnd(bytes, at, base, isNewest)
                    ? Extent.whole(base + at)
                    : Extent.damaged(base + at, path + " is damaged at its byte " + at);
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    private boolean isNext(UnsafeBuffer bytes, int at, long base) {
        if (!ArchiveTail.isWhole(bytes, at, recording.termBytes())) {
            return false;
        }
        int term = bytes.getInt(at + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN);
        return term == recording.firstTerm() + (int) ((base + at) / recording.termBytes());
    }

    private boolean isEnd(UnsafeBuffer bytes, int at, long base, boolean isNewest) {
        if (at == bytes.capacity() || isOver(base + at)) {
            return true;
        }
        return isNewest
                && !recording.isEndedInOrder()
                && !ArchiveTail.isDamaged(bytes, at, ArchiveTail.writtenBytes(bytes), isForced);
    }

    /** As Aeron does: a fragment whose beginning was not seen is passed over. */
    private void take(UnsafeBuffer bytes, int at, Handler each) {
        if (FrameDescriptor.isPaddingFrame(bytes, at)) {
            return;
        }
        byte flags = FrameDescriptor.frameFlags(bytes, at);
        boolean begins = (flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0;
        boolean ends = (flags & FrameDescriptor.END_FRAG_FLAG) != 0;
        int length = FrameDescriptor.frameLength(bytes, at) - HEAD;
        if (begins && ends) {
            each.onMessage(bytes, at + HEAD, length);
            return;
        }
        if (begins) {
            wholeLength = 0;
        }
        if (wholeLength >= 0) {
            whole.putBytes(wholeLength, bytes, at + HEAD, length);
            wholeLength += length;
            if (ends) {
                each.onMessage(whole, 0, wholeLength);
                wholeLength = -1;
            }
        }
    }
}

package bankroll.journal.reading;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.files.ClosedFile;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/** Finds frames by sequence in the mapped files; the files asked for lately stay mapped. */
final class FileFrameLookup implements FrameLookup {
    /** Files that stay mapped: 64 GiB of journal at the default size; memory is used for their offsets only. */
    private static final int MAX_FILES = 256;

    private final Supplier<JournalMap> maps;
    private final Map<Long, FrameOffsets> files = new LinkedHashMap<>(16, 0.75f, true);
    private JournalMap map;
    private DirectBuffer buffer;
    private int offset;

    FileFrameLookup(Path journal) {
        this(() -> JournalMap.load(journal));
    }

    /** Asked for the map as it stands now. */
    FileFrameLookup(Supplier<JournalMap> maps) {
        this.maps = maps;
        this.map = maps.get();
    }

    @Override
    public boolean find(long sequence) {
        if (sequence < map.firstSequence()) {
            return false;
        }
        try {
            if (findMapped(sequence)) {
                return true;
            }
        } catch (UncheckedIOException e) {
            throwUnlessMissing(e);
        }
        return findAnew(sequence);
    }

    /** Files may have come, or been removed by the retention, since the map was loaded, and while it was. */
    private boolean findAnew(long sequence) {
        while (true) {
            map = maps.get();
            if (sequence < map.firstSequence()) {
                return false;
            }
            try {
                return findMapped(sequence);
            } catch (UncheckedIOException e) {
                String file = throwUnlessMissing(e);
                if (maps.get().firstSequence() == map.firstSequence()) {
                    String what = "the file is missing; " + CorruptJournalException.cure(sequence);
                    throw new CorruptJournalException(file, 0, sequence, FrameFault.NONE, what);
                }
            }
        }
    }

    @Override
    public void letGoBefore(long firstSequence) {
        for (Iterator<FrameOffsets> each = files.values().iterator(); each.hasNext(); ) {
            FrameOffsets offsets = each.next();
            if (offsets.firstSequence() < firstSequence) {
                offsets.close();
                each.remove();
            }
        }
        map = maps.get();
    }

    private static String throwUnlessMissing(UncheckedIOException failure) {
        if (failure.getCause() instanceof NoSuchFileException missing) {
            return missing.getFile();
        }
        throw failure;
    }

    private boolean findMapped(long sequence) {
        JournalMap.Entry entry = holding(sequence);
        if (entry == null) {
            return false;
        }
        FrameOffsets offsets = offsets(entry);
        int position = offsets == null ? -1 : position(entry, offsets, sequence);
        if (position < 0) {
            return entry.closed() != null && fail(entry, 0, sequence, FrameFault.CUT_OFF);
        }
        take(entry, offsets, position, sequence);
        return true;
    }

    /** The last frame of a closed file is found without stepping over the others. */
    private static int position(JournalMap.Entry entry, FrameOffsets offsets, long sequence) {
        ClosedFile closed = entry.closed();
        boolean isLast = closed != null
                && closed.lastSequence() == sequence
                && closed.end() <= offsets.file().capacity();
        return isLast
                ? (int) closed.lastPosition() - MappedJournalFile.RECORD_HEADER_LENGTH
                : offsets.positionOf(sequence);
    }

    /** As the map says; but the newest live file that was found before is asked first, without opening any other. */
    private JournalMap.Entry holding(long sequence) {
        if (sequence > map.manifest().lastSequence() && map.live().size() == 1) {
            return new JournalMap.Entry(map.live().get(0), null);
        }
        return map.holding(sequence);
    }

    private FrameOffsets offsets(JournalMap.Entry entry) {
        FrameOffsets known = files.get(entry.file().number());
        if (known != null) {
            return known;
        }
        long first = entry.firstSequence();
        if (first == 0) {
            return null;
        }
        FrameOffsets opened = new FrameOffsets(entry.file(), first);
        files.put(entry.file().number(), opened);
        closeOldest();
        return opened;
    }

    private void closeOldest() {
        if (files.size() > MAX_FILES) {
            Iterator<FrameOffsets> oldest = files.values().iterator();
            oldest.next().close();
            oldest.remove();
        }
    }

    private void take(JournalMap.Entry entry, FrameOffsets offsets, int position, long sequence) {
        buffer = offsets.file().buffer();
        offset = position + MappedJournalFile.RECORD_HEADER_LENGTH;
        int length = MappedJournalFile.length(offsets.file().header(position));
        FrameFault fault = Frame.check(buffer, offset, length);
        if (fault != FrameFault.NONE) {
            fail(entry, position, sequence, fault);
        }
        if (Frame.sequence(buffer, offset) != sequence || Frame.length(buffer, offset) != length) {
            fail(entry, position, sequence, FrameFault.WRONG_SEQUENCE);
        }
    }

    /** The file is mapped anew the next time: it may have been restored. */
    private boolean fail(JournalMap.Entry entry, long position, long sequence, FrameFault fault) {
        FrameOffsets damaged = files.remove(entry.file().number());
        if (damaged != null) {
            damaged.close();
        }
        throw new CorruptJournalException(
                entry.file().name(),
                position,
                sequence,
                fault,
                fault.text() + "; " + CorruptJournalException.cure(fault, sequence));
    }

    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public void close() {
        files.values().forEach(FrameOffsets::close);
        files.clear();
    }
}

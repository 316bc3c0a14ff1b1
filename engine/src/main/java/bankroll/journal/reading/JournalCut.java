package bankroll.journal.reading;

import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalBooks.FileTrack;
import bankroll.journal.reading.FrameCursor.Step;
import java.util.ArrayList;
import java.util.List;

/** The files of a journal as they are if it ends at some entry. Frames are stepped over, not proved. */
final class JournalCut {
    private final long lastSequence;
    private final List<ClosedFile> files = new ArrayList<>();
    private long sequence;
    private int crc;

    private JournalCut(JournalMap map, long lastSequence) {
        this.lastSequence = lastSequence;
        sequence = map.firstSequence() - 1;
        crc = map.manifest().firstPreviousCrc();
    }

    /** The files up to this entry; one that is longer, or still written, ends behind that entry's frame. */
    static List<ClosedFile> at(JournalMap map, long lastSequence) {
        JournalCut cut = new JournalCut(map, lastSequence);
        JournalMap.Entry entry = map.after(0);
        while (entry != null && cut.sequence < lastSequence) {
            cut.take(entry);
            entry = map.after(entry.file().number());
        }
        return cut.files;
    }

    private void take(JournalMap.Entry entry) {
        if (entry.closed() != null && entry.closed().lastSequence() <= lastSequence) {
            if (!entry.closed().follows(sequence, crc)) {
                throw Damage.startsElsewhere(entry.closed(), sequence + 1);
            }
            add(entry.closed());
        } else {
            try (FrameCursor cursor = FrameCursor.behind(entry.file(), sequence, crc)) {
                cut(entry, cursor);
            }
        }
    }

    private void cut(JournalMap.Entry entry, FrameCursor cursor) {
        if (entry.closed() != null) {
            cursor.limit(entry.closed().end());
        }
        FileTrack track = new FileTrack(entry.file());
        Step step = Step.FRAME;
        while (step == Step.FRAME && cursor.sequence() < lastSequence) {
            step = cursor.skip();
            if (step == Step.FRAME) {
                cursor.addTo(track);
            }
        }
        if (step == Step.FAULT) {
            throw Damage.at(entry.file(), cursor);
        }
        if (step == Step.END && entry.closed() != null) {
            throw Damage.endsEarly(entry.closed(), cursor);
        }
        if (!track.isEmpty()) {
            add(track.close());
        }
    }

    private void add(ClosedFile file) {
        files.add(file);
        sequence = file.lastSequence();
        crc = file.lastCrc();
    }
}

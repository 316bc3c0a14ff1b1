package bankroll.journal.recovery;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.OpeningWatch;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.Damage;
import bankroll.journal.reading.FrameCursor;
import bankroll.journal.reading.MappedJournalFile;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Holds the manifest against the files, without reading them whole: each closed file is there, has its first and its
 * last frame where the manifest says, and follows the one before. What lies between is checked when it is read.
 */
final class ClosedFileCheck {
    private ClosedFileCheck() {}

    static void check(Manifest manifest, List<JournalFile> present, OpeningWatch watch) {
        Map<Long, JournalFile> byNumber = present.stream()
                .collect(Collectors.toMap(JournalFile::number, Function.identity(), (a, b) -> {
                    throw Damage.of(b, 0, "the journal has this file twice: " + a.name() + " and " + b.name());
                }));
        long lastSequence = manifest.firstSequence() - 1;
        int lastCrc = manifest.firstPreviousCrc();
        long checked = 0;
        for (ClosedFile file : manifest.closed()) {
            if (!file.follows(lastSequence, lastCrc)) {
                throw Damage.startsElsewhere(file, lastSequence + 1);
            }
            if (!file.file().equals(byNumber.remove(file.file().number()))) {
                throw Damage.of(file.file(), file.firstSequence(), "the file is missing");
            }
            checkEnds(file);
            lastSequence = file.lastSequence();
            lastCrc = file.lastCrc();
            watch.at(++checked, manifest.closed().size());
        }
        checkUnlisted(manifest, byNumber);
    }

    private static void checkUnlisted(Manifest manifest, Map<Long, JournalFile> rest) {
        for (JournalFile file : rest.values()) {
            if (file.number() > manifest.firstNumber() && file.number() <= manifest.lastNumber()) {
                throw Damage.of(file, 0, "the manifest does not know this file (a copy?): move it out of the journal");
            }
        }
        if (manifest.open() != null
                && !manifest.open().equals(rest.get(manifest.open().number()))) {
            throw Damage.of(manifest.open(), manifest.lastSequence() + 1, "the file was written last and is missing");
        }
    }

    private static void checkEnds(ClosedFile closed) {
        try (MappedJournalFile file = MappedJournalFile.open(closed.file().path())) {
            if (file.capacity() < closed.end() || !file.isReady()) {
                throw Damage.of(closed.file(), closed.firstSequence(), "the file is cut off or emptied");
            }
            int last = (int) closed.lastPosition();
            FrameFault fault = Frame.check(file.buffer(), last, (int) closed.end() - last);
            if (fault != FrameFault.NONE
                    || Frame.sequence(file.buffer(), last) != closed.lastSequence()
                    || Frame.crc(file.buffer(), last) != closed.lastCrc()) {
                throw Damage.of(closed.file(), closed.lastSequence(), "its last frame is not the manifest's");
            }
        }
        if (FrameCursor.firstSequence(closed.file()) != closed.firstSequence()) {
            throw Damage.of(closed.file(), closed.firstSequence(), "its first frame is not the manifest's");
        }
    }
}

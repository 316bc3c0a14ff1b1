package bankroll.journal.recovery;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.OpeningWatch;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.Damage;
import bankroll.journal.reading.DerivedManifest;
import bankroll.journal.reading.ForcedProof;
import bankroll.journal.reading.JournalDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a start does with the journal it finds, under the lock: checks, refuses damage, sets a torn tail aside, closes
 * the files of the process before, and leaves a manifest in which every file is closed and on disk.
 *
 * <p>The one judgement in it: bytes that are no frame, behind everything that is known to have been forced, are what a
 * power cut or a kill leaves and are set aside; anything else that is wrong is damage and refuses the start.
 */
public final class TailRecovery {
    /** In the name of a torn tail's copy: the byte from which on it was copied follows. */
    public static final String FROM_BYTE = "-from-byte-";
    /** Where in the journal directory is kept for the operator what a start does not take as journal. */
    public static final String SET_ASIDE = "set-aside";

    private static final String RESERVED = "*" + JournalFile.RESERVED + "*";

    private final Path journal;
    private final OpeningWatch watch;
    private final List<String> warnings = new ArrayList<>();
    private final List<TailScan> toCopy = new ArrayList<>();
    private final List<JournalFile> toMove = new ArrayList<>();
    private final List<JournalFile> toDelete = new ArrayList<>();
    private Manifest manifest;
    private ForcedMark.Reading mark;
    /** Neither a good mark nor a manifest of those who wrote: then no tail is torn without a person's word. */
    private boolean isNothingKnown;

    private boolean isMarkDamaged;
    private boolean isManifestLost;
    /** As the mark itself says, whatever the manifest does; 0 without a good one. */
    private long markedAsForced;

    private long nextNumber;

    private TailRecovery(Path journal, OpeningWatch watch) {
        this.journal = journal;
        this.watch = watch;
    }

    /** Recovers the journal in an existing directory whose lock the caller holds. */
    public static TailRecovery run(Path journal) throws IOException {
        TailRecovery recovery = look(journal, OpeningWatch.NONE);
        recovery.settle();
        return recovery;
    }

    /**
     * The part of it that takes no room on the disk: judges what is there, brings what is good to the disk, and gives blocks
     * back that no file needs. All can be read from here on; nothing may be written before {@link #settle}.
     */
    public static TailRecovery look(Path journal, OpeningWatch watch) throws IOException {
        TailRecovery recovery = new TailRecovery(journal, watch);
        recovery.look();
        return recovery;
    }

    /** The other part: keeps copies of torn tails and notes what was found. After a failure it may be tried again. */
    public void settle() throws IOException {
        for (TailScan scan : toCopy) {
            copyTail(scan);
        }
        manifest.write(journal);
        clear();
    }

    /** Every file closed. */
    public Manifest manifest() {
        return manifest;
    }

    /** Number of the next file, which no file had before. */
    public long nextNumber() {
        return nextNumber;
    }

    /** What the engine and the operator are told. */
    public RecoveredJournal recovered() {
        long bytes = manifest.closed().stream().mapToLong(ClosedFile::end).sum();
        return new RecoveredJournal(
                manifest.firstSequence(),
                manifest.lastSequence(),
                manifest.lastCrc(),
                manifest.lastTimeMs(),
                mark.forced(),
                mark.appended(),
                bytes,
                warnings);
    }

    private void look() throws IOException {
        List<JournalFile> present = JournalFile.all(journal);
        manifest = readManifest(present);
        mark = readMark(present);
        nextNumber = numberBehind(present);
        checkClosedFiles(present);
        if (isManifestLost) {
            UnforcedFiles.bringToDisk(manifest.closed(), markedAsForced);
        }
        present.stream().filter(file -> file.number() < manifest.firstNumber()).forEach(toDelete::add);
        closeLiveFiles(present.stream()
                .filter(file -> file.number() > manifest.lastNumber())
                .toList());
        refuseWhatEndsTooEarly();
        reportLoss();
        manifest = manifest.withOpen(null);
        releaseReserves();
    }

    private void checkClosedFiles(List<JournalFile> present) {
        try {
            ClosedFileCheck.check(manifest, present, watch);
        } catch (CorruptJournalException e) {
            throw new JournalDirectory(journal).firstDamage(e);
        }
    }

    private Manifest readManifest(List<JournalFile> present) {
        String fault = DerivedManifest.fault(journal);
        if (fault == null) {
            Manifest read = Manifest.read(journal);
            return read == null ? Manifest.EMPTY : read;
        }
        isManifestLost = true;
        Manifest derived = DerivedManifest.of(present, watch);
        warnings.add("the journal's " + Manifest.FILE + ": " + fault + ". It was made anew from " + present.size()
                + " files, whose entries were all read; the journal begins with entry " + derived.firstSequence());
        return derived;
    }

    private ForcedMark.Reading readMark(List<JournalFile> present) throws IOException {
        ForcedMark.Reading read = readGoodMark();
        isNothingKnown = isMarkDamaged || isManifestLost && read == null;
        long closed = manifest.lastSequence();
        if (read == null) {
            if (!present.isEmpty()) {
                warnings.add("the journal's " + ForcedMark.FILE + " is " + (isMarkDamaged ? "damaged" : "missing")
                        + ": what the last run forced behind sequence " + closed + " can't be told from a torn tail");
            }
            return new ForcedMark.Reading(closed, closed);
        }
        markedAsForced = read.forced();
        return new ForcedMark.Reading(Math.max(read.forced(), closed), Math.max(read.appended(), closed));
    }

    private ForcedMark.Reading readGoodMark() throws IOException {
        try {
            return ForcedMark.read(journal);
        } catch (CorruptJournalException e) {
            isMarkDamaged = true;
            return null;
        }
    }

    private long numberBehind(List<JournalFile> present) {
        long highest = manifest.lastNumber();
        for (JournalFile file : present) {
            highest = Math.max(highest, file.number());
        }
        for (Path run : JournalFile.runs(journal)) {
            highest = Math.max(highest, Long.parseLong(run.getFileName().toString()));
        }
        return highest + 1;
    }

    private void closeLiveFiles(List<JournalFile> live) throws IOException {
        boolean torn = false;
        for (JournalFile file : live) {
            if (torn) {
                toMove.add(file);
                warnings.add("journal file " + file.name() + " came after the torn tail and was moved to " + SET_ASIDE
                        + "/" + flat(file));
            } else {
                torn = closeLiveFile(TailScan.of(file, manifest.lastSequence(), manifest.lastCrc(), mark.forced()));
            }
        }
    }

    /** Closes one file behind its last good frame; true when it was torn there. */
    private boolean closeLiveFile(TailScan scan) throws IOException {
        refuseDamage(scan);
        boolean torn = !scan.isClean();
        if (scan.closed() == null) {
            removeOrSetAside(scan, torn);
            return torn;
        }
        if (torn) {
            toCopy.add(scan);
            warnings.add(tornTail(scan) + " and was copied to " + SET_ASIDE + "/" + copyOf(scan));
        }
        bringToDisk(scan);
        manifest = manifest.with(scan.closed(), null);
        return torn;
    }

    /** What was not known to be on disk is written again: a failed write may have left it in memory only. */
    private void bringToDisk(TailScan scan) throws IOException {
        Path path = scan.file().path();
        if (scan.unforcedFrom() >= 0) {
            DurableFiles.rewrite(path, scan.unforcedFrom(), scan.end());
        }
        if (scan.isClean()) {
            DurableFiles.trim(path, scan.end());
        }
        DurableFiles.forceFile(path);
        DurableFiles.forceDirectory(path.getParent());
        DurableFiles.forceDirectory(journal);
    }

    private void removeOrSetAside(TailScan scan, boolean torn) {
        if (torn) {
            toMove.add(scan.file());
            warnings.add(tornTail(scan) + "; the file was moved to " + SET_ASIDE + "/" + flat(scan.file()));
        } else {
            toDelete.add(scan.file());
        }
    }

    private void refuseDamage(TailScan scan) {
        if (!scan.ready() && scan.file().equals(manifest.open())) {
            throw Damage.of(scan.file(), scan.expectedSequence(), "the file is emptied");
        }
        if (scan.isClean()) {
            return;
        }
        long forced =
                Math.max(mark.forced(), ForcedProof.behind(journal, scan.file().name(), scan.end()));
        boolean wasForced = scan.expectedSequence() <= forced;
        if (scan.isTorn() && !wasForced && !isNothingKnown) {
            return;
        }
        throw new CorruptJournalException(
                scan.file().name(),
                scan.end(),
                scan.expectedSequence(),
                scan.fault(),
                whatIsWrong(scan) + why(wasForced, forced) + "; "
                        + CorruptJournalException.cure(scan.fault(), scan.expectedSequence()));
    }

    private String why(boolean wasForced, long forced) {
        if (wasForced) {
            return "; sequences up to " + forced + " had been forced to disk";
        }
        return isMarkDamaged
                ? "; and " + ForcedMark.FILE + " is damaged, so nothing tells whether it was promised"
                : "";
    }

    private static String whatIsWrong(TailScan scan) {
        return switch (scan.fault()) {
            case NONE -> "nothing was written here, but bytes follow (a hole)";
            case WRONG_SEQUENCE ->
                scan.fault().text() + ": found sequence " + scan.foundSequence()
                        + (scan.foundSequence() < scan.expectedSequence() ? " (a copy of another file?)" : "");
            default -> scan.fault().text();
        };
    }

    private String tornTail(TailScan scan) {
        return "torn tail: journal file " + scan.file().name() + " is good up to sequence "
                + (scan.expectedSequence() - 1) + "; the bytes from " + scan.end() + " to "
                + scan.endOfRemains() + " are no whole frame and were never known to be on disk (only up to sequence "
                + mark.forced() + ")";
    }

    private void refuseWhatEndsTooEarly() {
        if (manifest.lastSequence() < mark.forced()) {
            throw new CorruptJournalException(
                    ForcedMark.FILE,
                    0,
                    manifest.lastSequence() + 1,
                    FrameFault.CUT_OFF,
                    "the journal ends at sequence " + manifest.lastSequence() + ", but sequences up to " + mark.forced()
                            + " had been forced to disk; " + CorruptJournalException.cure(manifest.lastSequence() + 1));
        }
    }

    private void reportLoss() {
        long lost = mark.appended() - manifest.lastSequence();
        if (lost > 0) {
            warnings.add(lost + " frames that the process before had appended, but never forced, are not in the journal"
                    + " (sequences " + (manifest.lastSequence() + 1) + " to " + mark.appended()
                    + "): a power cut took them; the sync policy \"always\" never acknowledges such frames");
        }
    }

    /**
     * Once the manifest does without them: files that are no journal. None may come back with a power cut: a start whose
     * manifest has later files takes it for damage.
     */
    private void clear() throws IOException {
        for (JournalFile file : toMove) {
            if (Files.exists(file.path())) {
                moveAside(file);
            }
        }
        for (JournalFile file : toDelete) {
            Files.deleteIfExists(file.path());
        }
        forceWhatIsGone();
    }

    /**
     * In the newest run's directory also where this start found nothing to move or delete: one that was killed just before
     * this may have, and nothing tells so. It was a file of that run, since no other begins before this is done.
     */
    private void forceWhatIsGone() throws IOException {
        Set<Path> runs = new TreeSet<>(newestRun());
        Stream.concat(toMove.stream(), toDelete.stream())
                .forEach(file -> runs.add(file.path().getParent()));
        if (Files.exists(journal.resolve(SET_ASIDE))) {
            DurableFiles.forceDirectory(journal.resolve(SET_ASIDE));
        }
        for (Path run : runs) {
            DurableFiles.forceDirectory(run);
        }
    }

    private List<Path> newestRun() {
        List<Path> runs = JournalFile.runs(journal);
        return runs.subList(Math.max(0, runs.size() - 1), runs.size());
    }

    /** Blocks that were allocated ahead hold nothing, and a full disk needs them. */
    private void releaseReserves() throws IOException {
        for (Path run : JournalFile.runs(journal)) {
            for (Path reserve : JournalFile.list(run, RESERVED)) {
                Files.deleteIfExists(reserve);
            }
        }
    }

    /** The journal file stays as it is. */
    private void copyTail(TailScan scan) throws IOException {
        Path aside = aside();
        try (FileChannel from = FileChannel.open(scan.file().path(), StandardOpenOption.READ);
                FileChannel to = FileChannel.open(
                        aside.resolve(copyOf(scan)),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            long position = scan.end();
            while (position < scan.endOfRemains()) {
                position += from.transferTo(position, scan.endOfRemains() - position, to);
            }
            to.force(true);
        }
        DurableFiles.forceDirectory(aside);
    }

    private void moveAside(JournalFile file) throws IOException {
        DurableFiles.move(file.path(), aside().resolve(flat(file)));
    }

    private Path aside() throws IOException {
        Path aside = journal.resolve(SET_ASIDE);
        DurableFiles.createDirectories(aside);
        return aside;
    }

    private static String copyOf(TailScan scan) {
        return flat(scan.file()) + FROM_BYTE + scan.end();
    }

    private static String flat(JournalFile file) {
        return file.name().replace('/', '-');
    }
}

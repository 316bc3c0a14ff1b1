package bankroll.simulation;

import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.JournalFile;
import bankroll.testkit.ForcedFiles;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * The disk under the real journal: its files, of which a power cut leaves what was forced and some of the rest. The frames that
 * {@link SimulatedDisk} has are those that the journal took; what is left of them, a start over a copy of the files tells.
 */
final class SimulatedFiles extends SimulatedDisk {
    private static final long FREE_BYTES = 1L << 40;
    private static final int LONGEST_FRAME = 1 << 10;
    /** Forces and appends, from a file's first frame on, in which the process ends more often. */
    private static final int DELICATE = 20;

    private final Path directory;
    private final Faults faults;
    private final SimulatedClock clock;
    private Life life;
    private int directories;
    private int delicate;

    /** A directory as one process has it, until its end. */
    private static final class Life {
        private final RecordedDisk disk;
        private final ForcedFiles forced;
        private JournalStore store;
        private boolean hasRefused;
        /** What its end has left; null before. */
        private Path left;

        private ForcedFiles leftForced;

        private Life(Path directory, ForcedFiles forced) {
            disk = new RecordedDisk(directory);
            this.forced = forced;
        }

        private void full(boolean value) {
            if (value) {
                disk.fill();
            } else {
                disk.makeRoom();
            }
            disk.free(value ? 0 : FREE_BYTES);
        }
    }

    SimulatedFiles(Faults faults, SimulatedClock clock, Path directory) {
        super(faults, clock);
        this.faults = faults;
        this.clock = clock;
        this.directory = directory;
        faults.onCrash((kind, random) -> end(life, kind != Crash.Kind.KILL, random));
        try {
            Path first = next();
            Files.createDirectories(first);
            begin(first, ForcedFiles.of(first));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path next() {
        return directory.resolve("journal-" + directories++);
    }

    private void begin(Path path, ForcedFiles forced) {
        Life begun = new Life(path, forced);
        begun.disk.simulate((forcedPath, real) -> force(begun, forcedPath), () -> look(begun));
        begun.full(isFull());
        life = begun;
    }

    /** What is written while the disk is at work may be on it, or not. */
    private void force(Life of, Path path) throws IOException {
        if (of.left != null) {
            return;
        }
        mayCrash("before a force of " + path.getFileName());
        Runnable done = of.forced.forcing(path);
        faults.mayTakeLong();
        if (faults.fails()) {
            of.hasRefused = true;
            throw new IOException("simulated: a force of " + path.getFileName() + " fails");
        }
        done.run();
        mayCrash("after a force of " + path.getFileName());
    }

    /** Just when another file was begun there is most to lose. */
    private void mayCrash(String where) {
        if (delicate > 0) {
            delicate--;
            faults.mayCrashHere(where);
        } else {
            faults.mayCrash(where);
        }
    }

    /** How many this process has filled. */
    private long full() {
        List<JournalFile> all = JournalFile.all(life.disk.root());
        long run = all.isEmpty() ? 0 : all.get(all.size() - 1).run();
        return all.stream().filter(file -> file.run() == run).count() - 1;
    }

    private static void look(Life of) {
        try {
            if (of.left == null) {
                of.forced.look();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    JournalStore open(JournalContext options) {
        life.hasRefused = isFull();
        life.store = new Store(ChronicleJournalStore.open(small(options).directory(life.disk.root())));
        long found = life.store.recovered().lastSequence();
        if (found != size()) {
            throw new AssertionError("a start found " + found + " entries of " + size());
        }
        keep(size(), size());
        return life.store;
    }

    private JournalContext small(JournalContext options) {
        return options.fileBytes(JournalContext.FILE_BYTES_MIN)
                .maxFrameBytes(LONGEST_FRAME)
                .lowWaterBytes(1)
                .nanoClock(clock::nanoTime);
    }

    @Override
    boolean isRewritable() {
        return false;
    }

    @Override
    boolean hasRefused() {
        return life.hasRefused;
    }

    @Override
    public void full(boolean value) {
        super.full(value);
        life.hasRefused |= value;
        life.full(value);
    }

    @Override
    public int powerCut(Random random) {
        end(life, true, random);
        int before = size();
        int left = goOn();
        if (left < forced()) {
            throw new AssertionError(forced() + " entries were on disk, " + left + " are left");
        }
        keep(left, left);
        return before - left;
    }

    @Override
    public void kill() {
        int left = goOn();
        if (left < size()) {
            throw new AssertionError("a killed process had appended " + size() + " entries, " + left + " are left");
        }
    }

    /** At this very moment; what the process does on its way up changes nothing any more. */
    private void end(Life ending, boolean isCut, Random random) {
        if (ending.left != null) {
            return;
        }
        Path left = next();
        try {
            if (isCut) {
                ending.forced.cut(left, random);
                ending.leftForced = ForcedFiles.of(left);
            } else {
                ending.leftForced = ending.forced.copy(left);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ending.left = left;
    }

    /** The next process has what is left; gives how many entries those are. */
    private int goOn() {
        Life ended = life;
        release(ended);
        begin(ended.left, ended.leftForced);
        return compare(size());
    }

    private static void release(Life ended) {
        try {
            if (ended.store != null) {
                ended.store.close();
            }
        } catch (RuntimeException e) {
            Trace.say("the dead one closes: {}", e.getMessage());
        }
    }

    /** How many entries a start finds; they are those that were appended. */
    private int compare(int appended) {
        Path look = next();
        try {
            life.forced.copy(look);
            int found = 0;
            try (JournalStore store = ChronicleJournalStore.open(small(new JournalContext().directory(look)));
                    JournalReader reader = store.reader(1)) {
                while (reader.next()) {
                    byte[] frame = new byte[reader.length()];
                    reader.buffer().getBytes(reader.offset(), frame);
                    if (found == appended || !Arrays.equals(frame, frame(found))) {
                        throw new AssertionError("entry " + (found + 1) + " of " + appended + " was never appended");
                    }
                    found++;
                }
            }
            SimulationTest.delete(look);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The real one; what it takes and forces is noted. */
    private final class Store implements JournalStore {
        private final JournalStore real;
        private Journal journal;

        private Store(JournalStore real) {
            this.real = real;
        }

        @Override
        public RecoveredJournal recovered() {
            return real.recovered();
        }

        @Override
        public Journal journal() {
            if (journal == null) {
                journal = new Noted(real.journal());
            }
            return journal;
        }

        @Override
        public DiskWatch disk() {
            return real.disk();
        }

        @Override
        public int removeOlderThan(long timeMs, LongSupplier belowSequence) {
            return real.removeOlderThan(timeMs, belowSequence);
        }

        @Override
        public long firstSequence() {
            return real.firstSequence();
        }

        @Override
        public JournalReader reader(long fromSequence) {
            return real.reader(fromSequence);
        }

        @Override
        public FrameLookup lookup() {
            return real.lookup();
        }

        @Override
        public void close() {
            real.close();
            if (journal != null && life.store == this && life.left == null) {
                forced((int) journal.lastForced(), clock.nanoTime());
            }
        }
    }

    private final class Noted implements Journal {
        private final Journal real;

        private Noted(Journal real) {
            this.real = real;
        }

        @Override
        public boolean hasRoom(int length) {
            return real.hasRoom(length);
        }

        @Override
        public void append(DirectBuffer frame, int offset, int length, long sequence) {
            mayCrash("before an append");
            long before = full();
            real.append(frame, offset, length, sequence);
            byte[] bytes = new byte[length];
            frame.getBytes(offset, bytes);
            appended(bytes);
            delicate = full() > Math.max(0, before) ? DELICATE : delicate;
            mayCrash("after an append");
        }

        @Override
        public long force() {
            long startNs = clock.nanoTime();
            long upTo = real.force();
            forced((int) upTo, startNs);
            return upTo;
        }

        @Override
        public long lastAppended() {
            return real.lastAppended();
        }

        @Override
        public long lastForced() {
            return real.lastForced();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}

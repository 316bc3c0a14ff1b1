package bankroll.journal.chronicle;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.DirectoryLock.DirectoryLockedException;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.JournalDirectory;
import bankroll.journal.recovery.TailRecovery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** The journal in a directory, written with Chronicle Queue, owned by this process while it is open. */
public final class ChronicleJournalStore implements JournalStore {
    private final JournalContext context;
    private final DirectoryLock lock;
    private final TailRecovery recovery;
    private final RecoveredJournal recovered;
    private final JournalDirectory source;
    private final JournalRoom room;
    private final JournalBooks books;
    private ChronicleJournal journal;
    private boolean isSettled;

    private ChronicleJournalStore(JournalContext context, DirectoryLock lock) throws IOException {
        this.context = context;
        this.lock = lock;
        this.recovery = TailRecovery.look(context.directory(), context.openingWatch());
        this.recovered = recovery.recovered();
        this.source = new JournalDirectory(context.directory());
        this.books = new JournalBooks(context.directory(), recovery.manifest());
        this.room = new JournalRoom(context, this::backgroundFailed);
        settleWhereThereIsRoom();
    }

    /**
     * Takes the lock of the directory, creating it when it is missing, and recovers what is in it.
     *
     * @throws DirectoryLockedException when another process works on it.
     * @throws CorruptJournalException when it is damaged; nothing was changed.
     * @throws ConditionException when this process may not write it.
     * @throws JournalFailure when it can't be read or written.
     */
    public static ChronicleJournalStore open(JournalContext context) {
        context.conclude();
        try {
            DurableFiles.createDirectories(context.directory());
            DirectoryLock lock = DirectoryLock.acquire(context.directory(), DirectoryLock.OF_A_SERVICE);
            try {
                return new ChronicleJournalStore(context, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw cannotOpen(context.directory(), e);
        }
    }

    /** Nobody need try again where only a person can help. */
    private static ConditionException cannotOpen(Path directory, IOException cause) {
        String reason = Reason.of(cause);
        return DurableFiles.isRefused(cause)
                ? new ConditionException(
                        ExitCode.CONFIGURATION,
                        "the journal in " + directory + " can't be written: " + reason,
                        "mount it writable, or give it to this user",
                        cause)
                : new JournalFailure(
                        "can't open the journal in " + directory + " (" + reason
                                + "); it must be a directory that can be written",
                        cause);
    }

    @Override
    public RecoveredJournal recovered() {
        return recovered;
    }

    @Override
    public long firstSequence() {
        return books.firstSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return source.reader(fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return source.lookup();
    }

    @Override
    public DiskWatch disk() {
        return room;
    }

    @Override
    public synchronized Journal journal() {
        if (journal == null) {
            journal = new ChronicleJournal(context, recovered.lastSequence());
            try {
                if (!beginWhereThereIsRoom()) {
                    room.beginLater(this::beginWhereThereIsRoom);
                }
            } catch (IOException e) {
                throw new JournalFailure("can't begin to write the journal in " + context.directory(), e);
            }
        }
        return journal;
    }

    private boolean beginWhereThereIsRoom() throws IOException {
        if (!settleWhereThereIsRoom() || room.lacks(ChronicleJournal.firstCapacity(context))) {
            return false;
        }
        try {
            begin();
            return true;
        } catch (IOException e) {
            return laterIfForWantOfRoom(e);
        }
    }

    private boolean settleWhereThereIsRoom() throws IOException {
        try {
            if (!isSettled) {
                recovery.settle();
                isSettled = true;
            }
            return true;
        } catch (IOException e) {
            return laterIfForWantOfRoom(e);
        }
    }

    private static boolean laterIfForWantOfRoom(IOException failure) throws IOException {
        if (DurableFiles.isForWantOfRoom(failure)) {
            return false;
        }
        throw failure;
    }

    private void begin() throws IOException {
        long number = recovery.nextNumber();
        Path run = JournalFile.directory(context.directory(), number);
        DurableFiles.createDirectories(run);
        ForcedMark mark = ForcedMark.create(context.directory(), recovered.lastSequence(), context.syncPolicy());
        FileKeeper keeper = new FileKeeper(context, books, mark, this::backgroundFailed);
        journal.begin(
                new ChronicleJournal.Parts(
                        new ChronicleWriter(run, context),
                        mark,
                        new FileForcer(FileForcer.Barrier::open),
                        keeper,
                        room),
                JournalFile.of(context.directory(), number, number));
    }

    @Override
    public int removeOlderThan(long timeMs, LongSupplier belowSequence) {
        try {
            return books.removeOlderThan(timeMs, belowSequence);
        } catch (IOException e) {
            throw new UncheckedIOException("can't remove journal files in " + context.directory(), e);
        }
    }

    private void backgroundFailed(Throwable cause) {
        ChronicleJournal failed = journal;
        if (failed == null || !failed.isBegun()) {
            context.failureHandler().accept(cause);
        } else {
            failed.backgroundFailed(cause);
        }
    }

    @Override
    public synchronized void close() {
        try {
            room.end();
            if (journal != null) {
                journal.close();
            }
        } finally {
            lock.close();
        }
    }
}

package bankroll.tools;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.JournalContext;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.reading.JournalDirectory;
import bankroll.protocol.TransferType;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Four evenings at the casino with a start of the service between them, each of which leaves a snapshot: whole, and as a
 * retention leaves it that has removed the first evening.
 *
 * @param whole the data directory that has everything
 * @param data the one without the first evening, and without the snapshot behind it
 */
record ShortenedJournal(Path whole, Path data) {
    static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    /** Makes both below a directory. */
    static ShortenedJournal make(Path directory) throws IOException {
        return make(directory, 1_000);
    }

    /** As {@link #make(Path)}, another one for another sum that anna brings along. */
    static ShortenedJournal make(Path directory, long annas) throws IOException {
        ShortenedJournal made = new ShortenedJournal(directory.resolve("whole"), directory.resolve("data"));
        made.live(annas);
        FrameSurgery.copy(made.whole, made.data);
        made.shorten();
        return made;
    }

    /** The oldest entry that is left. */
    long first() {
        return new JournalDirectory(data.resolve(EngineContext.JOURNAL)).firstSequence();
    }

    /** The entry of the oldest snapshot that is left. */
    long oldestSnapshot() {
        return sequence(snapshots(data).get(1));
    }

    /** The entry of the newest snapshot. */
    long newestSnapshot() {
        return sequence(snapshots(data).get(0));
    }

    /** The last entry. */
    long last() {
        return Long.parseLong(Called.journal("state", whole, "--quiet").value("sequence"));
    }

    /** Snapshots, newest first. */
    static List<Path> snapshots(Path data) {
        return new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY)).list();
    }

    /** Starts the service and stops it, some days after the beginning. */
    static void start(Path data, int days) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .clock(() -> JournalScript.START_MS + days * DAY_MS)
                .snapshotsKept(9);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        Engine.launch(context).close();
    }

    private void live(long annas) {
        try (JournalScript script = new JournalScript(whole)) {
            script.openAll("anna", "bert").open("zoe", "USD");
            script.deposit("anna", annas).deposit("bert", 2_000);
            script.transfer("t-1", "zoe", TransferType.DEPOSIT, 5_000, "USD");
            script.debit("d-1", "anna", script.session("anna", "slots"), 100);
        }
        start(whole, 1);
        try (JournalScript script = new JournalScript(whole).advance(DAY_MS)) {
            script.credit("c-1", "anna", 250, "d-1");
            script.book(
                    Bet.debit("d-2", "zoe", script.session("zoe", "poker"), 70).currency("USD"));
        }
        start(whole, 3);
        try (JournalScript script = new JournalScript(whole).advance(DAY_MS)) {
            script.open("carl").deposit("carl", 300);
            script.rollback("r-2", "zoe", "d-2");
        }
        start(whole, 5);
        try (JournalScript script = new JournalScript(whole).advance(DAY_MS)) {
            script.debit("d-3", "bert", script.session("bert", "slots"), 40);
            script.rollback("r-1", "anna", "d-1");
            script.deposit("carl", 7);
        }
    }

    private void shorten() throws IOException {
        Path removed = snapshots(data).get(2);
        JournalContext context = new JournalContext()
                .directory(data.resolve(EngineContext.JOURNAL))
                .lowWaterBytes(0);
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context)) {
            store.removeOlderThan(Long.MAX_VALUE, () -> sequence(removed));
        }
        Files.delete(removed);
    }

    private static long sequence(Path snapshot) {
        return new SnapshotStore(snapshot.getParent()).check(snapshot).head().sequence();
    }
}

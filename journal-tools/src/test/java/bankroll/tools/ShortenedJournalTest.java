package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retention has removed the first entries; the oldest snapshot stands for them. */
class ShortenedJournalTest {
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    @TempDir
    private Path directory;

    private Path data;
    private String head;
    private String digest;

    @BeforeEach
    void shorten() throws IOException {
        data = shortened("data", 1_000);
        try (JournalScript script = new JournalScript(data).advance(2 * DAY_MS)) {
            script.deposit("anna", 7).open("zoe").deposit("zoe", 99);
            digest = script.ledger().digest();
        }
    }

    @Test
    void shouldProveWhatIsThereFromTheOldestSnapshotOn() {
        Called called = journal("verify", data, "--quiet", "--expect-head", head);

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("good", called.value("result"), called::toString);
        assertEquals(Long.toString(first()), called.value("first sequence"), called::toString);
        assertEquals(digest, called.value("digest"), called::toString);
        assertTrue(called.value("expected head").startsWith("met"), called::toString);
        assertTrue(called.value("begins with").contains("snapshot-"), called::toString);
    }

    @Test
    void shouldSayThatAHeadIsOlderThanWhatCanBeFollowed() {
        Called called = journal("verify", data, "--quiet", "--expect-head", "1:" + head.split(":")[1]);

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.value("expected head").startsWith("TOO OLD"), called::toString);
    }

    @Test
    void shouldSeeThatTheSnapshotIsOfAnotherJournal() throws IOException {
        Path other = shortened("other", 2_000);
        Files.copy(snapshot(other), snapshot(data), StandardCopyOption.REPLACE_EXISTING);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("was taken of another journal"), called::toString);
    }

    @Test
    void shouldSayWhatIsMissingWhenNoSnapshotReachesTheBeginning() throws IOException {
        Files.delete(snapshot(data));

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("no valid snapshot reaches it"), called::toString);
    }

    @Test
    void shouldProveTheFramesWithoutASnapshot() throws IOException {
        Files.delete(snapshot(data));

        Called called = journal("verify", data, "--frames-only", "--quiet", "--expect-head", head);

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(Long.toString(first()), called.value("first sequence"), called::toString);
    }

    @Test
    void shouldBeRebuiltSoThatTheServiceGoesOnWithItsChain() {
        Path made = shortened("other", 3_000);
        Path rebuilt = directory.resolve("rebuilt");
        assertEquals(0, journal("replay", made, rebuilt, "--quiet").exitCode());
        int before = carrying(rebuilt);

        start(rebuilt);

        assertEquals(before + 1, carrying(rebuilt), "the start's own entry carries it");
    }

    /** How many entries carry a value of the chain. */
    private static int carrying(Path data) {
        Called verified = journal("verify", data, "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        return Integer.parseInt(verified.value("chain").replaceAll("\\D", ""));
    }

    /** Entries of a script, then two starts a day later: the second one removes the script's file. */
    private Path shortened(String name, long amount) {
        Path made = directory.resolve(name);
        try (JournalScript script = new JournalScript(made)) {
            script.openAll("anna", "bert").deposit("anna", amount).deposit("bert", amount);
        }
        start(made);
        start(made);
        assertTrue(
                new JournalDirectory(made.resolve(EngineContext.JOURNAL)).firstSequence() > 1, "nothing was removed");
        return made;
    }

    private void start(Path made) {
        EngineContext context = new EngineContext()
                .dataDirectory(made)
                .clock(() -> JournalScript.START_MS + DAY_MS)
                .snapshotsKept(1)
                .journalKeptMs(1_000);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        try (Engine engine = Engine.launch(context)) {
            head = engine.status().chainHead().toString();
        }
    }

    private long first() {
        return new JournalDirectory(data.resolve(EngineContext.JOURNAL)).firstSequence();
    }

    private static Path snapshot(Path data) {
        return new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY)).list().get(0);
    }
}

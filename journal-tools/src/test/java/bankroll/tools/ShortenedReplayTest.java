package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalSource;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory made from a journal whose first entries a retention has removed. */
class ShortenedReplayTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ShortenedJournal made;

    @BeforeAll
    static void make() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    private Path target() {
        return temporary.resolve("rebuilt");
    }

    private Called replay(Object... options) {
        Object[] words = new Object[options.length + 4];
        words[0] = "replay";
        words[1] = made.data();
        words[2] = target();
        words[3] = "--quiet";
        System.arraycopy(options, 0, words, 4, options.length);
        return journal(words);
    }

    @Test
    void shouldHoldTheSameEntriesAndProveThem() {
        Called replayed = replay();

        assertEquals(0, replayed.exitCode(), replayed::toString);
        assertEquals(digestAt(made.last()), replayed.value("digest"));
        assertEquals(0, journal("diff", made.data(), target(), "--quiet").exitCode());
        String head = journal("info", made.whole(), "--quiet").value("chain head");
        assertEquals(head, replayed.value("chain head"));
        Called verified = journal("verify", target(), "--quiet", "--expect-head", head);
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals(Long.toString(made.first()), verified.value("first sequence"));
        assertEquals("1", verified.value("snapshots proved"), verified::toString);
    }

    @Test
    void shouldLetTheServiceStartAndGoOn() {
        replay();

        ShortenedJournal.start(target(), 9);
        try (JournalScript script = new JournalScript(target())) {
            script.deposit("anna", 1).open("dora");
        }
        Called verified = journal("verify", target(), "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        assertTrue(verified.value("chain").startsWith("good"), verified::toString);
        assertEquals(
                "1251",
                journal("state", target(), "--player", "anna", "--quiet").value("balance"));
    }

    @Test
    void shouldLetTheServiceStartFromTheSnapshotThatWasCarriedOver() {
        Called replayed = replay("--no-snapshot");
        assertEquals(0, replayed.exitCode(), replayed::toString);
        assertEquals(1, ShortenedJournal.snapshots(target()).size());

        ShortenedJournal.start(target(), 9);

        assertEquals(0, journal("verify", target(), "--quiet").exitCode());
    }

    @Test
    void shouldStopAtAnyEntryFromTheOldestSnapshotOn() throws IOException {
        for (long sequence = made.oldestSnapshot(); sequence <= made.newestSnapshot() + 1; sequence++) {
            Path target = temporary.resolve("at-" + sequence);

            Called replayed = journal("replay", made.data(), target, "--to-sequence", sequence, "--quiet");

            assertEquals(0, replayed.exitCode(), replayed::toString);
            assertEquals(digestAt(sequence), replayed.value("digest"));
            assertTrue(Files.exists(Path.of(replayed.value("snapshot"))), replayed::toString);
            ShortenedJournal.start(target, 9);
            Called verified = journal("verify", target, "--quiet");
            assertEquals(0, verified.exitCode(), verified::toString);
        }
    }

    @Test
    void shouldStopAtATime() {
        Called replayed = replay("--to-time", "2026-01-05T12:00Z");

        assertEquals(0, replayed.exitCode(), replayed::toString);
        Called whole = journal("state", made.whole(), "--to-time", "2026-01-05T12:00Z", "--quiet");
        assertEquals(whole.value("digest"), replayed.value("digest"));
    }

    @Test
    void shouldMakeNothingForAPointBelowTheOldestSnapshot() {
        Called refused = replay("--to-sequence", made.oldestSnapshot() - 1);

        assertEquals(2, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("ask for entry " + made.oldestSnapshot()), refused::toString);
        assertFalse(Files.exists(target()));
    }

    @Test
    void shouldRescueWhatIsBeforeTheDamage() throws IOException {
        Path damaged = FrameSurgery.copy(made.data(), temporary.resolve("damaged"));
        FrameSurgery.frame(damaged, made.last() - 1).flip(90);

        Called refused = journal("replay", damaged, target(), "--quiet");
        assertEquals(1, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("entries up to " + (made.last() - 2) + " are good"), refused::toString);
        assertFalse(Files.exists(target().resolve("snapshots")));

        Called rescued = journal("replay", damaged, target(), "--to-sequence", made.last() - 2, "--quiet");
        assertEquals(0, rescued.exitCode(), rescued::toString);
        assertEquals(digestAt(made.last() - 2), rescued.value("digest"));
    }

    /** The service goes on meanwhile: as soon as it has taken a newer snapshot, it prunes the oldest. */
    @Test
    void shouldNeedNothingOfTheSnapshotOnceEntriesAreCopied() throws IOException {
        Path live = FrameSurgery.copy(made.data(), temporary.resolve("live"));
        Path oldest = ShortenedJournal.snapshots(live).get(1);
        Location location = Location.of(live);
        JournalSource journal = location.open();

        Summary rebuilt = new Rebuild(target(), (task, unit, total) -> {
                    delete(oldest);
                    return Progress.none();
                })
                .fromFiles(new JournalDirectory(location.journal()))
                .run(
                        journal,
                        FrameScan.of(journal, Span.ALL),
                        Beginning.of(journal, location.snapshots()),
                        null,
                        false);

        assertTrue(rebuilt.toJson().contains(digestAt(made.last())), rebuilt::toJson);
        assertFalse(Files.exists(oldest));
        Called verified = journal("verify", target(), "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals(1, ShortenedJournal.snapshots(target()).size());
    }

    @Test
    void shouldSayThatTheSnapshotWasRemovedBeforeItWasCarriedOver() throws IOException {
        Path live = FrameSurgery.copy(made.data(), temporary.resolve("live"));
        Location location = Location.of(live);
        JournalSource journal = location.open();
        FrameScan scan = FrameScan.of(journal, Span.ALL);
        Beginning beginning = Beginning.of(journal, location.snapshots());
        delete(beginning.snapshot().path());
        Rebuild rebuild = new Rebuild(target(), (task, unit, total) -> Progress.none());

        ConditionException gone =
                assertThrows(ConditionException.class, () -> rebuild.run(journal, scan, beginning, null, false));

        assertTrue(gone.getMessage().endsWith(": call again"), gone::getMessage);
        rebuild.requireFresh();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldBeMadeAgainFromWhatWasMade() {
        replay();
        Path again = temporary.resolve("again");

        Called replayed = journal("replay", target(), again, "--quiet");

        assertEquals(0, replayed.exitCode(), replayed::toString);
        assertEquals(0, journal("diff", made.data(), again, "--quiet").exitCode());
    }

    private static String digestAt(long sequence) {
        return journal("state", made.whole(), "--to-sequence", sequence, "--quiet")
                .value("digest");
    }
}

package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state, told from a journal whose first entries a retention has removed. */
class ShortenedStateTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ShortenedJournal made;

    @BeforeAll
    static void make() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    @Test
    void shouldBeThatOfTheWholeJournalFromTheOldestSnapshotOn() {
        for (long sequence = made.oldestSnapshot(); sequence <= made.last(); sequence++) {
            assertSame("--to-sequence", sequence);
        }
    }

    @Test
    void shouldBeThatOfTheWholeJournalAsOfATime() {
        assertSame("--to-time", "2026-01-04T12:00Z");
        assertSame("--to-time", "2026-01-05T12:00Z");
        assertSame("--to-time", "2027-01-01");
    }

    @Test
    void shouldKnowPlayersWhoseFirstEntriesAreGone() {
        assertSame("--player", "anna");
        assertSame("--all");
        assertSame("--top", 2);
        assertSame("--all", "--currency", "USD");
        assertTrue(journal("state", made.data(), "--all", "--quiet").out().contains("zoe 5000 USD"));
    }

    @Test
    void shouldBeginWithTheNewestSnapshotThatIsOldEnough() {
        Called newest = journal("state", made.data(), "--to-sequence", made.newestSnapshot(), "--quiet");
        Called older = journal("state", made.data(), "--to-sequence", made.newestSnapshot() - 1, "--quiet");

        assertTrue(
                newest.value("begins with").contains(String.format(Locale.ROOT, "%019d", made.newestSnapshot())),
                newest::toString);
        assertTrue(
                older.value("begins with").contains(String.format(Locale.ROOT, "%019d", made.oldestSnapshot())),
                older::toString);
    }

    @Test
    void shouldBeginWithAnOlderSnapshotWhenTheNewestIsDamaged() throws IOException {
        Path copy = FrameSurgery.copy(made.data(), temporary.resolve("copy"));
        new FrameSurgery(ShortenedJournal.snapshots(copy).get(0), 200, 0).flip(0);

        Called called = journal("state", copy, "--quiet");

        assertEquals(journal("state", made.whole(), "--quiet").value("digest"), called.value("digest"));
    }

    @Test
    void shouldSayFromWhereOnTheStateIsKnown() {
        long asked = made.oldestSnapshot() - 1;

        Called bySequence = journal("state", made.data(), "--to-sequence", asked, "--quiet");
        Called byTime = journal("state", made.data(), "--to-time", "2026-01-01T12:00Z", "--quiet");

        String expected = "ask for entry " + made.oldestSnapshot() + " or a later one";
        assertEquals(2, bySequence.exitCode(), bySequence::toString);
        assertTrue(bySequence.err().contains(expected), bySequence::toString);
        assertEquals(2, byTime.exitCode(), byTime::toString);
        assertTrue(byTime.err().contains(expected), byTime::toString);
    }

    @Test
    void shouldTellNoStateFromTheSnapshotsOfAnotherJournal() throws IOException {
        ShortenedJournal other = ShortenedJournal.make(temporary, 1_001);
        Path mixed = FrameSurgery.copy(other.data(), temporary.resolve("mixed"));
        for (Path snapshot : ShortenedJournal.snapshots(mixed)) {
            Files.copy(
                    made.data().resolve("snapshots").resolve(snapshot.getFileName()),
                    snapshot,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }

        Called called = journal("state", mixed, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("was taken of another journal"), called::toString);
    }

    @Test
    void shouldAskForTheSnapshotsOfAJournalThatIsNamedAlone() throws IOException {
        Path alone = FrameSurgery.copy(made.data().resolve("journal"), temporary.resolve("alone"));

        Called called = journal("state", alone, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("name the data directory"), called::toString);
    }

    private static void assertSame(Object... options) {
        Called whole = state(made.whole(), options);
        Called shortened = state(made.data(), options);

        assertEquals(0, shortened.exitCode(), shortened::toString);
        assertEquals(whole.out(), shortened.out().replaceFirst("\"begins_with\":\"[^\"]*\",", ""));
    }

    private static Called state(Path data, Object... options) {
        Object[] words = new Object[options.length + 4];
        words[0] = "state";
        words[1] = data;
        words[2] = "--json";
        words[3] = "--quiet";
        System.arraycopy(options, 0, words, 4, options.length);
        return journal(words);
    }
}

package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command on a journal whose first entries a retention has removed: it does its job, or says what it can't. */
class ShortenedAnswersTest {
    private static final String SINCE = "2026-01-03";

    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ShortenedJournal made;

    @BeforeAll
    static void make() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    private static String gone() {
        return "entries before " + made.first() + " (2026-01-02T00:00:00Z) were removed by a retention";
    }

    @Test
    void shouldBeAnsweredByEveryCommand() throws IOException {
        Path data = FrameSurgery.copy(made.data(), temporary.resolve("data"));
        Path list = Files.writeString(temporary.resolve("list.csv"), "transaction_id\nd-2\nc-1\nr-2\nd-3\nr-1\n");
        EveryCommand every = new EveryCommand(made.whole(), list, temporary);
        for (String command : EveryCommand.READING) {
            Called called = every.call(command, data);
            // there is no such transaction
            assertEquals(command.equals("trace") ? 1 : 0, called.exitCode(), () -> command + ": " + called);
        }
        for (String command : EveryCommand.SNAPSHOTS) {
            Called called = every.call(command, data);
            assertEquals(0, called.exitCode(), () -> command + ": " + called);
        }
    }

    @Test
    void shouldTellTheChainHeadOfTheWholeJournal() {
        Called called = journal("info", made.data(), "--quiet");

        assertEquals(journal("info", made.whole(), "--quiet").value("chain head"), called.value("chain head"));
        assertEquals(Long.toString(made.first()), called.value("first sequence"), called::toString);
    }

    @Test
    void shouldPrintWhatIsLeftAndSayWhatIsGone() {
        Called called = journal("dump", made.data(), "--json");

        assertEquals(
                journal("dump", made.whole(), "--json", "--from-sequence", made.first())
                        .out(),
                called.out());
        assertTrue(called.err().contains(gone()), called::toString);
        assertEquals("", journal("dump", made.data(), "--since", SINCE).err());
    }

    @Test
    void shouldTraceWhatIsLeftAndSayWhatIsGone() {
        Called called = journal("trace", made.data(), "d-1");

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.out().contains("100 EUR given back, balance 1150 -> 1250"), called::toString);
        assertTrue(called.err().contains(gone()), called::toString);
        Called unknown = journal("trace", made.data(), "t-1");
        assertEquals(1, unknown.exitCode(), unknown::toString);
        assertTrue(unknown.err().contains(gone()), unknown::toString);
    }

    @Test
    void shouldExportWhatIsLeftAndSayWhatIsGone() throws IOException {
        Path out = temporary.resolve("out");

        Called called = journal("export", made.data(), out, "--quiet");

        assertEquals(Long.toString(made.first()), called.value("first sequence"), called::toString);
        assertTrue(called.err().contains(gone()), called::toString);
        assertTrue(Files.readString(out.resolve("bookings-2026-01-07.csv")).contains("d-3"));
    }

    @Test
    void shouldReportTheRevenueOfPlayersWhoseFirstEntriesAreGone() {
        Called called = journal("report", "ggr", made.data(), "--since", SINCE, "--quiet");

        assertEquals(journal("report", "ggr", made.whole(), "--since", SINCE, "--quiet"), called);
        assertTrue(called.out().contains("USD"), called::toString);
    }

    /** The snapshot that tells it was taken after the day that is asked for. */
    @Test
    void shouldTellWhatPlayersOwnedBeforeTheOldestSnapshot() {
        Called whole = cashOfTheThird(made.whole());

        assertEquals(whole.out(), cashOfTheThird(made.data()).out());
        assertTrue(whole.out().contains("2026-01-03,EUR,0,0,0,0,0,0,3150"), whole::toString);
    }

    private static Called cashOfTheThird(Path data) {
        return journal("report", "ggr", data, "--since", SINCE, "--until", "2026-01-04", "--csv", "cash", "--quiet");
    }

    @Test
    void shouldGiveARollbackTheCurrencyOfAnAccountWhoseEntryIsGone() throws IOException {
        Path out = temporary.resolve("out");
        Path list = Files.writeString(temporary.resolve("list.csv"), "transaction_id,currency\nr-2,EUR\n");

        journal("export", made.data(), out, "--type", "rollback", "--quiet");
        Called called = journal("reconcile", made.data(), list, "--since", "2026-01-09");

        assertTrue(Files.readString(out.resolve("bookings-2026-01-05.csv")).contains(",r-2,zoe,USD,"));
        assertTrue(called.out().contains("ours: rollback 70 USD of zoe"), called::toString);
    }

    @Test
    void shouldMarkARevenueThatLacksWhatIsGone() {
        assertTrue(journal("report", "ggr", made.data(), "--quiet")
                .value("incomplete")
                .startsWith(gone()));
        assertNull(journal("report", "ggr", made.data(), "--since", SINCE, "--quiet")
                .value("incomplete"));
        assertTrue(journal("report", "ggr", made.data(), "--since", SINCE, "--open-rounds", 1, "--quiet")
                .value("incomplete open rounds")
                .startsWith(gone()));
    }

    @Test
    void shouldNotTakeABookingForMissingWhoseEntryIsGone() throws IOException {
        Path list =
                Files.writeString(temporary.resolve("list.csv"), "transaction_id\nd-1\nd-2\nc-1\nr-2\nd-3\nr-1\nx-1\n");

        Called called = journal("reconcile", made.data(), list, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("1", called.value("not compared"), called::toString);
        assertEquals("5", called.value("same"), called::toString);
        assertEquals("1", called.value("differences"), called::toString);
        assertTrue(called.lines().get(0).startsWith("missing_here   x-1"), called::toString);
        assertTrue(called.value("incomplete").startsWith(gone()), called::toString);
    }

    @Test
    void shouldCompareFromTheFirstCommonEntryOn() throws IOException {
        Called same = journal("diff", made.whole(), made.data(), "--quiet");
        assertEquals(0, same.exitCode(), same::toString);
        assertEquals(Long.toString(made.first()), same.value("compared from sequence"), same::toString);

        Path early = temporary.resolve("early");
        journal("replay", made.whole(), early, "--to-sequence", made.first() - 1, "--quiet");
        Called apart = journal("diff", early, made.data(), "--quiet");
        assertEquals(1, apart.exitCode(), apart::toString);
        assertTrue(apart.err().contains("they have no entry in common"), apart::toString);
    }

    @Test
    void shouldTakeASnapshotOfItsEnd() throws IOException {
        Path data = FrameSurgery.copy(made.data(), temporary.resolve("data"));

        Called taken = journal("snapshot", "take", data, "--quiet");

        assertEquals(0, taken.exitCode(), taken::toString);
        assertEquals(journal("state", made.whole(), "--quiet").value("digest"), taken.value("digest"));
        assertEquals("2", journal("verify", data, "--quiet").value("snapshots proved"));
    }

    @Test
    void shouldKeepASnapshotThatAStartNeeds() throws IOException {
        Path data = FrameSurgery.copy(made.data(), temporary.resolve("data"));
        new FrameSurgery(ShortenedJournal.snapshots(data).get(0), 200, 0).flip(0);

        Called refused = journal("snapshot", "prune", data, "--keep", 1);

        assertEquals(1, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("nothing was deleted"), refused::toString);
        assertEquals(2, ShortenedJournal.snapshots(data).size());
        ShortenedJournal.start(data, 9);
    }

    @Test
    void shouldBeRepairedBehindItsLastGoodEntry() throws IOException {
        Path live = FrameSurgery.copy(made.data(), temporary.resolve("live"));
        Path data = temporary.resolve("data");
        try (JournalScript script = new JournalScript(live)) {
            script.force().deposit("anna", 1);
            FrameSurgery.copy(live, data);
        }
        FrameSurgery torn = FrameSurgery.frame(data, made.last() + 2);
        torn.zero(40, torn.length() - 40);

        Called repaired = journal("repair", data, "--yes", "--quiet");

        assertEquals(0, repaired.exitCode(), repaired::toString);
        assertEquals(Long.toString(made.last() + 1), repaired.value("last sequence"));
        assertEquals(0, journal("verify", data, "--quiet").exitCode());
    }
}

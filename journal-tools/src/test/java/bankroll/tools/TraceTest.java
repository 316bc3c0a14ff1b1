package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
    @TempDir
    static Path data;

    @BeforeAll
    static void writeJournal() {
        Story.write(data);
    }

    private static List<String> sentences(Called called) {
        return called.lines().stream().filter(line -> !line.startsWith(" ")).toList();
    }

    @Test
    void shouldTellTheLifeOfATransactionWithBalancesBeforeAndAfter() {
        Called called = journal("trace", data, "d-2");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(
                List.of(
                        "2026-01-01T00:00:02.000Z  debit d-2 of player anna: 50 EUR taken, balance 1150 -> 1100",
                        "2026-01-01T00:00:02.000Z  rollback r-2 of player anna: 50 EUR given back, balance 1100 -> 1150"),
                sentences(called));
    }

    /** A rollback need not name a currency, and what it names means nothing: the money is the account's. */
    @Test
    void shouldTellARollbackInTheCurrencyOfItsAccount(@TempDir Path other) {
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").deposit("anna", 100);
            script.debit("d", "anna", script.session("anna", "slots"), 30);
            script.advance(Story.DAY).book(Bet.rollback("r", "anna", "d").currency("USD"));
        }

        String told = "2026-01-02T00:00:00.000Z  rollback r of player anna: 30 EUR given back, balance 70 -> 100";
        assertEquals(List.of(told), sentences(journal("trace", other, "r")));
        assertEquals(
                "traced r as transaction: 1 item\n",
                journal("trace", other, "r").err());
        Called late = journal("trace", other, "r", "--as", "transaction", "--since", "2026-01-02");
        assertEquals(List.of(told.replace("30 EUR", "30")), sentences(late), "nothing that was read tells it");
        assertTrue(late.err().contains("amounts of rollbacks without a currency: 1."), late::toString);
    }

    /** Ids come from the platform, and what looks like the name of a file may be one. */
    @Test
    void shouldLookForAnIdThatBeginsLikeTheNameOfAFile(@TempDir final Path directory) throws IOException {
        Path words = Files.writeString(directory.resolve("words"), "--no-such-option secret");

        Called called = journal("trace", data, "@" + words);

        assertTrue(called.err().contains("@" + words), called::toString);
        assertFalse(called.toString().contains("no-such-option"), called::toString);
    }

    @Test
    void shouldTellRefusalsAndTombstones() {
        assertEquals(
                List.of("2026-01-01T00:00:02.000Z  debit d-3 of player anna: 5000 EUR refused, insufficient_funds,"
                        + " balance stays 1100"),
                sentences(journal("trace", data, "d-3")));
        assertEquals(
                List.of(
                        "2026-01-01T00:00:02.000Z  rollback r-9 of player anna: nothing to give back; the debit it names"
                                + " will never be booked, balance stays 1150",
                        "2026-01-02T00:00:02.000Z  debit d-9 of player anna: 1 EUR refused, rolled_back, balance stays"
                                + " 1150"),
                sentences(journal("trace", data, "d-9")));
    }

    @Test
    void shouldKeepPlatformsApartWhenAsked() {
        assertEquals(4, sentences(journal("trace", data, "d-1")).size());
        assertEquals(
                List.of(
                        "2026-01-02T00:00:02.000Z  debit d-1 of player anna: 30 EUR taken, balance 1150 -> 1120",
                        "2026-01-02T00:00:02.000Z  debit d-1 of player anna: nothing moved, duplicate_mismatch, balance"
                                + " stays 1120  [anomaly: duplicate_mismatch]"),
                sentences(journal("trace", data, "d-1", "--platform", "beta")));
    }

    @Test
    void shouldTraceARound() {
        Called called = journal("trace", data, "round-d-1", "--as", "round");

        assertEquals(3, sentences(called).size(), called::toString);
        assertTrue(called.err().contains("traced round-d-1 as round: 3 items"), called::toString);
    }

    /** Its second day has sessions of codes of the first. */
    @Test
    void shouldTellOfAPlayersLaterDaysWhatAllOfThemHave() {
        List<String> second = sentences(journal("trace", data, "anna", "--as", "player")).stream()
                .filter(line -> line.compareTo("2026-01-02") >= 0)
                .toList();

        Called called = journal("trace", data, "anna", "--as", "player", "--since", "2026-01-02");
        assertTrue(second.stream().anyMatch(line -> line.contains("close session: ok")), second::toString);
        assertEquals(second, sentences(called));
        assertTrue(called.err().contains("as player: " + second.size() + " items"), called::toString);
    }

    @Test
    void shouldTraceAPlayerWithCodesSessionsAndTheOperatorsWork() {
        Called called = journal("trace", data, "anna", "--as", "player");

        assertEquals(24, sentences(called).size(), called::toString);
        assertTrue(called.out().contains("authenticate: ok"), called::toString);
        assertTrue(called.out().contains("close session: ok"), called::toString);
    }

    @Test
    void shouldTraceATransfer() {
        assertEquals(
                List.of("2026-01-02T00:00:02.000Z  withdrawal t-2 of player anna: 20 EUR taken, balance 1120 -> 1100"),
                sentences(journal("trace", data, "t-2")));
    }

    @Test
    void shouldTellOneItemAsOne() {
        Called called = journal("trace", data, "t-2");

        assertTrue(called.err().contains("traced t-2 as transfer: 1 item\n"), called::toString);
    }

    @Test
    void shouldGiveBalancesBeforeAndAfterInJson() {
        Called called = journal("trace", data, "c-1", "--json");

        assertEquals(1, called.lines().size(), called::toString);
        assertTrue(called.out().contains("\"balance_before\":\"900\",\"balance\":\"1150\""), called::toString);
    }

    @Test
    void shouldSayWhenNothingHasTheId() {
        Called called = journal("trace", data, "nobody");

        assertEquals(1, called.exitCode());
        assertEquals("bankroll journal trace: no entry names nobody\n", called.err());
    }
}

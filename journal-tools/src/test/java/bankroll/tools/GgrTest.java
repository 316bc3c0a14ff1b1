package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GgrTest {
    private static final long HOUR = 3_600_000;

    @TempDir
    static Path data;

    /** Two days, two platforms, two games, two currencies. */
    @BeforeAll
    static void writeJournal() {
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").open("john", "USD");
            script.deposit("anna", 10_000);
            script.transfer("usd", "john", bankroll.protocol.TransferType.DEPOSIT, 10_000, "USD");
            script.advance(22 * HOUR);
            String john = script.session("john", "slots");
            String anna = script.session("anna", "slots");
            script.book(
                    Bet.debit("a1", "anna", anna, 100),
                    Bet.debit("a2", "anna", anna, 200).game("poker"),
                    Bet.credit("a3", "anna", 150, "a1"),
                    Bet.debit("a9", "anna", anna, 1_000_000));
            script.platform("beta").book(Bet.debit("j1", "john", john, 70).currency("USD"));
            script.advance(4 * HOUR);
            script.platform("alpha").book(Bet.rollback("a4", "anna", "a2").game("poker"));
        }
    }

    private static List<String> table(Called called) {
        return called.lines().stream()
                .map(line -> line.trim().replaceAll(" +", " "))
                .toList();
    }

    @Test
    void shouldCountEachMovementOnItsOwnDay() {
        Called called = journal("report", "ggr", data, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(
                List.of(
                        "time zone UTC",
                        "lines",
                        "day platform currency game bets bet count wins win count rollbacks rollback count ggr",
                        "2026-01-01 alpha EUR poker 200 1 0 0 0 0 200",
                        "2026-01-01 alpha EUR slots 100 1 150 1 0 0 -50",
                        "2026-01-01 beta USD slots 70 1 0 0 0 0 70",
                        "2026-01-02 alpha EUR poker 0 0 0 0 200 1 -200",
                        "totals",
                        "currency bets bet count wins win count rollbacks rollback count ggr",
                        "EUR 300 2 150 1 200 1 -50",
                        "USD 70 1 0 0 0 0 70"),
                table(called));
    }

    @Test
    void shouldFollowTheTimeZone() {
        Called called = journal("report", "ggr", data, "--time-zone", "Pacific/Auckland", "--split", "day", "--quiet");

        assertTrue(table(called).contains("2026-01-02 EUR 300 2 150 1 200 1 -50"), called::toString);
    }

    @Test
    void shouldReportOnlyTheTimeThatIsAskedFor() {
        Called called = journal("report", "ggr", data, "--since", "2026-01-02", "--quiet");

        assertEquals(
                List.of("2026-01-02 alpha EUR poker 0 0 0 0 200 1 -200"),
                table(called).stream().filter(line -> line.startsWith("2026")).toList());
    }

    /** The rollback came at two in the morning, by the last entry. */
    @ParameterizedTest
    @CsvSource({
        "--since, 2026-01-02T02:00:00Z, 1",
        "--since, 2026-01-02T02:00:00.001Z, 0",
        "--from-sequence, 12, 1",
        "--from-sequence, 13, 0"
    })
    void shouldCountTheFirstMomentIn(String option, String time, int lines) {
        Called called = journal("report", "ggr", data, option, time, "--quiet");

        assertEquals(
                lines,
                table(called).stream()
                        .filter(line -> line.startsWith("2026-01-02 alpha"))
                        .count(),
                called::toString);
    }

    @Test
    void shouldListRoundsThatNoWinAndNoRollbackHasAnswered() {
        Called called = journal("report", "ggr", data, "--open-rounds", 1, "--quiet");

        assertTrue(
                table(called).stream()
                        .anyMatch(line -> line.startsWith("2026-01-01T22:00:00Z beta round-j1 john 1 70 ")),
                called::toString);
        assertEquals(
                1,
                table(called).stream()
                        .filter(line -> line.contains("22:00:00Z"))
                        .count(),
                called::toString);
    }

    @Test
    void shouldAnswerInJsonWithAmountsAsStrings() {
        Called called = journal("report", "ggr", data, "--json", "--quiet");

        assertTrue(
                called.out().contains("{\"currency\":\"EUR\",\"bets\":\"300\",\"bet_count\":2,\"wins\":\"150\""),
                called::toString);
    }

    @Test
    void shouldRefuseAZoneThatDoesNotExist() {
        assertEquals(
                2, journal("report", "ggr", data, "--time-zone", "Mars/Base").exitCode());
        assertEquals(2, journal("report").exitCode());
    }
}

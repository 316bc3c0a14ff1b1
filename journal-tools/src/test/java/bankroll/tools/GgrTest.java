package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                        "USD 70 1 0 0 0 0 70",
                        "cash",
                        "day currency deposits deposit count withdrawals withdrawal count adjustments adjustment count"
                                + " player liabilities",
                        "2026-01-01 EUR 10000 1 0 0 0 0 9850",
                        "2026-01-01 USD 10000 1 0 0 0 0 9930",
                        "2026-01-02 EUR 0 0 0 0 0 0 10050"),
                table(called));
    }

    @Test
    void shouldPutThePointWhereItIsAskedFor() {
        Called called = journal("report", "ggr", data, "--decimals", "EUR=2,USD=3", "--quiet");

        assertTrue(table(called).contains("2026-01-01 alpha EUR slots 1.00 1 1.50 1 0.00 0 -0.50"), called::toString);
        assertTrue(table(called).contains("2026-01-01 USD 10.000 1 0.000 0 0.000 0 9.930"), called::toString);
        Called silent = journal("report", "ggr", data, "--decimals", "EUR=2", "--quiet");
        assertEquals(2, silent.exitCode(), silent::toString);
        assertTrue(silent.err().contains("--decimals says nothing of USD: add USD=N"), silent::toString);
    }

    @Test
    void shouldAnswerInCsv() {
        Called lines = journal("report", "ggr", data, "--csv", "lines", "--decimals", "2", "--quiet");

        assertEquals(0, lines.exitCode(), lines::toString);
        assertEquals(
                List.of(
                        "day,platform,currency,game,bets,bet_count,wins,win_count,rollbacks,rollback_count,ggr",
                        "2026-01-01,alpha,EUR,poker,2.00,1,0.00,0,0.00,0,2.00",
                        "2026-01-01,alpha,EUR,slots,1.00,1,1.50,1,0.00,0,-0.50",
                        "2026-01-01,beta,USD,slots,0.70,1,0.00,0,0.00,0,0.70",
                        "2026-01-02,alpha,EUR,poker,0.00,0,0.00,0,2.00,1,-2.00"),
                lines.lines());
        Called cash = journal("report", "ggr", data, "--csv", "cash", "--split", "game", "--quiet");
        assertEquals(
                List.of(
                        "currency,deposits,deposit_count,withdrawals,withdrawal_count,adjustments,adjustment_count,"
                                + "player_liabilities",
                        "EUR,10000,1,0,0,0,0,10050",
                        "USD,10000,1,0,0,0,0,9930"),
                cash.lines());
        assertEquals(
                2, journal("report", "ggr", data, "--csv", "lines", "--json").exitCode());
    }

    @Test
    void shouldHaveAHeaderInCsvWhereThereIsNoLine() {
        Called lines = journal("report", "ggr", data, "--csv", "lines", "--split", "game", "--until", "2020-01-01");
        Called cash = journal("report", "ggr", data, "--csv", "cash", "--decimals", "EUR=2", "--until", "2020-01-01");

        assertEquals(
                List.of("currency,game,bets,bet_count,wins,win_count,rollbacks,rollback_count,ggr"), lines.lines());
        assertEquals(
                List.of("day,currency,deposits,deposit_count,withdrawals,withdrawal_count,adjustments,adjustment_count,"
                        + "player_liabilities"),
                cash.lines());
    }

    /** A game's name comes from outside. */
    @Test
    void shouldKeepSpreadsheetsFromExecutingNames(@TempDir Path other) {
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").deposit("anna", 100);
            script.book(
                    Bet.debit("d", "anna", script.session("anna", "slots"), 10).game("=1+1"));
        }

        Called called = journal("report", "ggr", other, "--csv", "lines", "--quiet");

        assertTrue(called.out().contains(",EUR,\"'=1+1\",10,1,"), called::toString);
    }

    /** What players own follows from what came before, what came in and went out, and the revenue. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAddUp(long seed, @TempDir Path other) {
        Map<String, String> owned = new HashMap<>();
        try (JournalScript script = new JournalScript(other)) {
            RandomLife life = new RandomLife(script, seed, 20, 10).begin();
            for (int day = 0; day < 3; day++) {
                life.live(300);
                script.advance(24 * HOUR);
            }
            life.live(100);
            script.ledger().trialBalance().currencies().forEach(line -> owned.put(line.currency(), line.players()));
        }
        List<String> revenue = journal("report", "ggr", other, "--csv", "lines", "--split", "day", "--quiet")
                .lines();
        List<String> cash = journal("report", "ggr", other, "--csv", "cash", "--split", "day", "--quiet")
                .lines();

        for (String currency : List.of("EUR", "USD")) {
            long before = 0;
            for (String[] line : rows(cash, currency)) {
                long ggr = rows(revenue, currency).stream()
                        .filter(row -> row[0].equals(line[0]))
                        .mapToLong(row -> Long.parseLong(row[8]))
                        .sum();
                before += Long.parseLong(line[2]) - Long.parseLong(line[4]) + Long.parseLong(line[6]) - ggr;
                assertEquals(Long.toString(before), line[8], () -> "seed " + seed + ": " + String.join(",", line));
            }
            assertEquals(owned.get(currency), Long.toString(before), () -> "seed " + seed);
        }
    }

    private static List<String[]> rows(List<String> csv, String currency) {
        return csv.stream()
                .map(line -> line.split(","))
                .filter(cells -> cells[1].equals(currency))
                .toList();
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
                table(called).stream()
                        .filter(line -> line.startsWith("2026") && line.contains("alpha"))
                        .toList());
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
                        .anyMatch(line -> line.startsWith("2026-01-01T22:00:00Z beta round-j1 john USD 1 70 ")),
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

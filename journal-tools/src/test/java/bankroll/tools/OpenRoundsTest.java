package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A round groups what all its players do: {@code table-7} is one of a live table. */
class OpenRoundsTest {
    private static final long HOUR = 3_600_000;
    private static final String TABLE = "table-7";

    @TempDir
    Path data;

    private JournalScript script;

    @BeforeEach
    void openPlayers() {
        script = new JournalScript(data);
        script.open("anna").open("yuki", "JPY");
        script.deposit("anna", 10_000);
        script.transfer("yen", "yuki", TransferType.DEPOSIT, 100_000, "JPY");
    }

    @AfterEach
    void close() {
        script.close();
    }

    private void betsOfBoth() {
        bet("a1", 250);
        book(Bet.debit("y1", "yuki", session("yuki"), 30_000).currency("JPY").round(TABLE));
    }

    private void bet(String id, long amount) {
        book(Bet.debit(id, "anna", session("anna"), amount).round(TABLE));
    }

    private void win(String id, String bet) {
        book(Bet.credit(id, "anna", 10, bet).round(TABLE));
    }

    private void book(Bet bet) {
        assertEquals(List.of(Outcome.OK), script.book(bet), bet::toString);
    }

    /** Another one for each bet: it ends when nobody plays for long. */
    private String session(String player) {
        return script.session(player, "slots");
    }

    /** The rows after so many hours, without time and sequence. */
    private List<String> openAfter(long hours, Object... more) {
        return report(hours, more).lines().stream()
                .map(line -> line.trim().replaceAll(" +", " "))
                .filter(line -> line.matches("2026-.*Z .*"))
                .map(line -> line.replaceAll("^\\S+ | \\S+$", ""))
                .toList();
    }

    /** Lists what is open for more than an hour, after so many; the last entry is the clock. */
    private Called report(long hours, Object... more) {
        script.advance(hours * HOUR).deposit("anna", 1);
        Object[] words = Stream.concat(Stream.of("report", "ggr", data, "--open-rounds", 1, "--quiet"), Stream.of(more))
                .toArray();
        Called called = journal(words);
        assertEquals(0, called.exitCode(), called::toString);
        return called;
    }

    @Test
    void shouldAddUpTheStakesOfOnePlayerInOneRound() {
        betsOfBoth();
        bet("a2", 50);

        assertEquals(List.of("alpha table-7 anna EUR 2 300", "alpha table-7 yuki JPY 1 30000"), openAfter(2));
    }

    @Test
    void shouldPutThePointIntoStakesAsIntoTheTablesAbove() {
        betsOfBoth();

        assertEquals(
                List.of("alpha table-7 anna EUR 1 2.50", "alpha table-7 yuki JPY 1 30000"),
                openAfter(2, "--decimals", "EUR=2,JPY=0"));
        Called json = report(0, "--decimals", "EUR=2,JPY=0", "--json");
        assertTrue(json.out().contains("\"currency\":\"EUR\",\"bets\":1,\"staked\":\"2.50\","), json::toString);
    }

    @ParameterizedTest
    @CsvSource({"a1", ","})
    void shouldListTheOpenBetOfAPlayerWhenAnotherOneWins(String named) {
        betsOfBoth();
        win("w", named);

        assertEquals(List.of("alpha table-7 yuki JPY 1 30000"), openAfter(2));
    }

    @Test
    void shouldAnswerWithAWinTheBetThatItNames() {
        bet("a1", 250);
        bet("a2", 50);
        bet("a3", 7);
        win("w1", "a1");
        win("w2", "a1");

        assertEquals(List.of("alpha table-7 anna EUR 2 57"), openAfter(2));
        win("w3", "a3");
        assertEquals(List.of("alpha table-7 anna EUR 1 50"), openAfter(2));
        win("w4", null);
        win("w5", null);
        assertEquals(List.of(), openAfter(2));
    }

    @Test
    void shouldAnswerWithAWinThatNamesNoBetAllOfItsPlayersInTheRound() {
        bet("a1", 250);
        bet("a2", 50);
        book(Bet.debit("other", "anna", session("anna"), 7));
        win("w", null);
        bet("a3", 8);

        assertEquals(List.of("alpha round-other anna EUR 1 7", "alpha table-7 anna EUR 1 8"), openAfter(2));
    }

    @Test
    void shouldAnswerNothingWithAWinOfNoRoundThatNamesNoBet() {
        bet("a1", 250);
        book(Bet.debit("a2", "anna", session("anna"), 50).round(null));
        book(Bet.credit("w", "anna", 10, null));

        assertEquals(List.of("alpha table-7 anna EUR 1 250", "alpha a2 anna EUR 1 50"), openAfter(2));
    }

    @Test
    void shouldTakeBackOneBetWithItsRollback() {
        bet("a1", 250);
        bet("a2", 50);
        book(Bet.rollback("r", "anna", "a1"));

        assertEquals(List.of("alpha table-7 anna EUR 1 50"), openAfter(2));
    }

    @Test
    void shouldKeepTheRoundsOfPlatformsApart() {
        bet("a1", 250);
        script.platform("beta");
        bet("a1", 50);
        win("w", null);

        assertEquals(List.of("alpha table-7 anna EUR 1 250"), openAfter(2));
    }

    @Test
    void shouldTellSinceWhenTheOldestOpenBetStands() {
        bet("a1", 250);
        script.advance(2 * HOUR);
        bet("a2", 50);
        long second = script.sequence();
        win("w", "a1");

        String told = String.join("\n", report(2).lines()).replaceAll(" +", " ");
        assertTrue(told.contains("2026-01-01T02:00:00Z alpha table-7 anna EUR 1 50 " + second), told);
    }

    @Test
    void shouldListOnlyBetsThatAreOpenForSoLong() {
        bet("a1", 250);
        script.advance(2 * HOUR);
        bet("a2", 50);

        assertEquals(List.of("alpha table-7 anna EUR 1 250"), openAfter(1));
    }

    @Test
    void shouldKeepALaterBetOfARoundThatBeganBeforeTheLookBack() {
        bet("a1", 250);
        bet("a2", 3);
        script.advance(20 * HOUR);
        bet("a3", 50);

        assertEquals(List.of("alpha table-7 anna EUR 1 50"), openAfter(20, "--look-back", 1));
        Called called = report(0, "--look-back", 1);
        assertEquals("1", called.value("open rounds before look back"), called::toString);
        win("w", null);
        assertEquals(List.of(), openAfter(0, "--look-back", 2));
    }

    @Test
    void shouldTakeARoundThatComesAgainForAnotherOne() {
        bet("a1", 250);
        script.advance(25 * HOUR);
        bet("a2", 50);

        Called called = report(25, "--look-back", 1);
        assertEquals("2", called.value("open rounds before look back"), called::toString);
    }

    /** Nothing that is kept is as old: the answer would be none whatever the journal holds. */
    @ParameterizedTest
    @CsvSource({"168, , 7, 8", "200, , 7, 9", "24, 1, 1, 2", "0, 0, 0, 1"})
    void shouldRefuseToListWhatIsOlderThanTheLookBack(long hours, Long given, long days, long cure) {
        Object[] words = {"report", "ggr", data, "--open-rounds", hours, "--look-back", given};
        Called called = journal(given == null ? Arrays.copyOf(words, 5) : words);

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(
                called.err()
                        .contains("--open-rounds " + hours + " lists nothing: bets are kept for --look-back " + days
                                + " days; give --look-back " + cure + " or more"),
                called::toString);
    }

    @ParameterizedTest
    @CsvSource({"167, 7", "168, 8", "200, 9", "24, 2", "0, 1"})
    void shouldListWhatTheLookBackReaches(long hours, long days) {
        bet("a1", 250);
        script.advance((hours + 1) * HOUR).deposit("anna", 1);

        Called called = journal("report", "ggr", data, "--open-rounds", hours, "--look-back", days, "--quiet");
        assertTrue(called.out().contains("table-7"), called::toString);
    }
}

package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code state --player}: all about one player, as of the end or of an earlier entry. */
class PlayerStateTest {
    @TempDir
    Path data;

    @Test
    void shouldTellAllAboutAPlayer() {
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").deposit("anna", 1_000);
            script.limit("anna", LimitSlot.WAGER_DAY, 500);
            String session = script.session("anna", "roulette");
            script.debit("t-1", "anna", session, 300);
            script.session("anna", "slots");
            script.block("anna");
        }

        assertEquals(
                "{\"sequence\":10,\"time\":\"2026-01-01T00:00:00Z\","
                        + "\"player_id\":\"anna\",\"currency\":\"EUR\",\"balance\":\"700\",\"display_name\":\"Name of anna\","
                        + "\"avatar_url\":\"https://example.org/anna.png\",\"language\":\"de\",\"country\":\"AT\","
                        + "\"created_at\":\"2026-01-01T00:00:00Z\",\"open_sessions\":2,"
                        + "\"blocked\":{\"reason\":\"because\",\"until\":\"2026-01-01T01:00:00Z\","
                        + "\"self_excluded\":false},"
                        + "\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"500\",\"used\":\"300\"}]}",
                state());
    }

    @Test
    void shouldTellThePlayerAsOfAnEarlierEntry() {
        long before;
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").deposit("anna", 10);
            before = script.sequence();
            script.deposit("anna", 5);
            script.block("anna");
        }

        String then = state("--to-sequence", before);
        assertTrue(then.contains("\"balance\":\"10\""), then);
        assertTrue(!then.contains("blocked"), then);
        assertTrue(then.contains("\"open_sessions\":0"), then);
        assertTrue(then.contains("\"limits\":[]"), then);
        assertTrue(state().contains("\"balance\":\"15\""), state());
    }

    @Test
    void shouldTellLimitsThatWereAskedForAndAreNotInForceYet() {
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna");
            script.limit("anna", LimitSlot.WAGER_DAY, 500);
            script.limit("anna", LimitSlot.WAGER_DAY, 900);
        }
        String state = state();
        assertTrue(state.contains("\"amount\":\"500\""), state);
        assertTrue(
                state.contains("\"pending_limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"900\","
                        + "\"effective_at\":\"2026-01-02T00:00:00Z\"}]"),
                state);
    }

    @Test
    void shouldTellABlockWithoutAnEnd() {
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").block("anna", new PlayerCommand.Block("asked", PlayerCommand.FOR_EVER, true));
        }
        String state = state();
        assertTrue(state.contains("\"blocked\":{\"reason\":\"asked\",\"self_excluded\":true}"), state);
    }

    @Test
    void shouldSayThatThereIsNoSuchPlayerAlsoInAnEmptyJournal() throws Exception {
        try (JournalScript script = new JournalScript(data.resolve("some"))) {
            script.open("anna");
        }
        Path empty = data.resolve("none");
        Files.createDirectories(empty.resolve("journal/00000001"));
        for (Path journal : new Path[] {data.resolve("some"), empty}) {
            Called called = journal("state", journal, "--player", "ben", "--quiet");
            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("ben"), called::toString);
        }
    }

    private String state(Object... more) {
        Object[] words = new Object[6 + more.length];
        System.arraycopy(new Object[] {"state", data, "--player", "anna", "--json", "--quiet"}, 0, words, 0, 6);
        System.arraycopy(more, 0, words, 6, more.length);
        Called called = journal(words);
        assertEquals(0, called.exitCode(), called::toString);
        return called.out().strip();
    }

    /** 9 yen aren't more than 8 euros. */
    @Test
    void shouldTellTheLargestBalancesOfEachCurrency() {
        try (JournalScript script = new JournalScript(data)) {
            script.openAll("anna", "bea", "cleo")
                    .deposit("anna", 8)
                    .deposit("bea", 6)
                    .deposit("cleo", 7);
            for (String player : List.of("yuki", "zoe")) {
                script.open(player, "JPY");
                script.transfer("yen-" + player, player, TransferType.DEPOSIT, 9, "JPY");
            }
        }

        assertEquals(
                List.of("anna 8 EUR", "cleo 7 EUR", "yuki 9 JPY", "zoe 9 JPY"),
                journal("state", data, "--top", 2, "--quiet").lines());
        assertEquals(
                List.of("yuki 9 JPY"),
                journal("state", data, "--top", 1, "--currency", "JPY", "--quiet")
                        .lines());
    }
}

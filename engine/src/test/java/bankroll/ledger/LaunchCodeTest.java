package bankroll.ledger;

import static bankroll.protocol.Outcome.MALFORMED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_BLOCKED;
import static bankroll.protocol.Outcome.PLAYER_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.Answer;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Change;
import bankroll.protocol.PlayerCommand.Changes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launch codes and their exchange for a session (decisions §3). */
class LaunchCodeTest extends LedgerSpecification {
    private static final long LIFE_MS = 5 * MINUTE_MS;

    @BeforeEach
    void givenAnnWithACode() {
        ledger.givenPlayer("ann", "100");
        ledger.mint("code", "ann", null, false, LIFE_MS);
    }

    @Test
    void shouldTellWhomItStandsFor() {
        Change unchanged = Change.UNCHANGED;
        ledger.profile("ann", new Changes(new Change(true, "Ann"), unchanged, new Change(true, "de"), unchanged));

        Answer.Identity identity = ledger.identify("code", "msg", "g");

        assertEquals("ann", identity.profile().playerId());
        assertEquals("Ann", identity.profile().displayName());
        assertEquals("de", identity.profile().language());
        assertNull(identity.profile().country());
        assertEquals(100, identity.balance());
        assertEquals("EUR", identity.currency());
    }

    @Test
    void shouldOpenTheSessionForItsOwnPlayer() {
        ledger.givenPlayer("bob", "50");
        ledger.mint("bob's", "bob", null, false, LIFE_MS);

        Answer.Identity identity = ledger.identify("bob's", "msg", "g");

        assertEquals("bob", identity.profile().playerId());
        assertEquals(50, identity.balance());
    }

    @Test
    void shouldBeGoodOnce() {
        assertNotNull(ledger.authenticate("code", "msg 1", "g"));
        assertNull(ledger.authenticate("code", "msg 2", "g"));
    }

    @Test
    void shouldBeGoodAgainWhenReusable() {
        ledger.mint("again", "ann", null, true, LIFE_MS);

        String first = ledger.authenticate("again", "msg 1", "g");
        String second = ledger.authenticate("again", "msg 2", "g");

        assertNotEquals(first, second);
        assertEquals(OK, ledger.bookOne(Asked.debit("d", "ann", first, "1")).status());
        assertEquals(OK, ledger.bookOne(Asked.debit("e", "ann", second, "1")).status());
    }

    @Test
    void shouldBeNoGoodWhenUnknown() {
        assertNull(ledger.authenticate("another", "msg", "g"));
        assertNothingRecorded();
    }

    @Test
    void shouldLiveUntilItsEnd() {
        ledger.advance(LIFE_MS - 1);

        assertNotNull(ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldBeNoGoodAtItsEnd() {
        ledger.advance(LIFE_MS);

        assertNull(ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldBeNoGoodAtItsEndThoughReusable() {
        ledger.mint("again", "ann", null, true, LIFE_MS);
        ledger.authenticate("again", "msg 1", "g");
        ledger.advance(LIFE_MS);

        assertNull(ledger.authenticate("again", "msg 2", "g"));
    }

    @Test
    void shouldGiveACopyOfTheExchangeTheSameSessionForAMinute() {
        String session = ledger.authenticate("code", "msg", "g");
        ledger.advance(MINUTE_MS);

        assertEquals(session, ledger.authenticate("code", "msg", "g"));
        assertNothingRecorded();
        ledger.advance(1);
        assertNull(ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldGiveACopyTheSameSessionAlsoOfAReusableCode() {
        ledger.mint("again", "ann", null, true, LIFE_MS);
        String session = ledger.authenticate("again", "msg", "g");

        assertEquals(session, ledger.authenticate("again", "msg", "g"));
        ledger.advance(MINUTE_MS + 1);
        String next = ledger.authenticate("again", "msg", "g");
        assertNotEquals(session, next);
        assertEquals(next, ledger.authenticate("again", "msg", "g"));
    }

    @Test
    void shouldGiveACopyTheSameSessionAfterARestart(@TempDir Path directory) {
        String session = ledger.authenticate("code", "msg", "g");
        ledger.restartFromSnapshot(directory);

        assertEquals(session, ledger.authenticate("code", "msg", "g"));
        assertNull(ledger.authenticate("code", "other msg", "g"));
    }

    @Test
    void shouldNotCountWhatDiffersAsACopy() {
        ledger.authenticate("code", "msg", "g");

        assertNull(ledger.authenticate("code", "msg", "other game"));
        assertNull(ledger.authenticate("code", "other msg", "g"));
        assertNull(ledger.authenticate("code", null, "g"));
    }

    @Test
    void shouldCountAsACopyOnlyWhatTheSamePlatformSends() {
        String session = ledger.authenticate("code", "msg", "g");

        ledger.asPlatform("another platform");
        assertNull(ledger.authenticate("code", "msg", "g"));
        ledger.asPlatform("platform");
        assertEquals(session, ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldNotCountWhatHasNoWebhookIdAsACopy() {
        ledger.mint("again", "ann", null, true, LIFE_MS);

        assertNotEquals(ledger.authenticate("again", null, "g"), ledger.authenticate("again", null, "g"));
    }

    @Test
    void shouldGiveACopyNothingOnceItsSessionIsOver() {
        ledger.closeSession(ledger.authenticate("code", "msg", "g"));

        assertNull(ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldStandForABlockedPlayerToo() {
        ledger.block("ann", PlayerCommand.FOR_EVER, true);

        String session = ledger.authenticate("code", "msg", "g");

        assertEquals(answered(PLAYER_BLOCKED, "100"), ledger.bookOne(Asked.debit("d", "ann", session, "1")));
    }

    @Test
    void shouldBeGoodForItsGameOnlyAndStayUnusedByAnother() {
        ledger.mint("bound", "ann", "roulette", false, LIFE_MS);

        assertNull(ledger.authenticate("bound", "msg 1", "poker"));
        assertNothingRecorded();
        assertNotNull(ledger.authenticate("bound", "msg 2", "roulette"));
    }

    @Test
    void shouldBeGoodForAnyGameWhenFree() {
        assertNotNull(ledger.authenticate("code", "msg", "any"));
    }

    @Test
    void shouldNotBeMintedForAnUnknownOrBlockedPlayer() {
        ledger.givenPlayer("bob", "0");
        ledger.block("ann", PlayerCommand.FOR_EVER, false);

        assertEquals(PLAYER_NOT_FOUND, ledger.mint("1", "nobody", null, false, LIFE_MS));
        assertEquals(PLAYER_BLOCKED, ledger.mint("2", "ann", null, false, LIFE_MS));
        assertNothingRecorded();
        assertEquals(OK, ledger.mint("3", "bob", null, false, LIFE_MS));
        assertNull(ledger.authenticate("2", "msg", "g"));
    }

    @Test
    void shouldTellItsEndWhenMinted() {
        Answered minted = ledger.mint(code("c", "ann", "EUR")).get(0);

        assertEquals(answered(OK, null, NOON_MS + LIFE_MS), minted);
    }

    @Test
    void shouldRefuseAllOfACallWithAnotherCurrency() {
        ledger.givenPlayer("bob", "0");

        List<Answered> answers = ledger.mint(code("1", "ann", "EUR"), code("2", "bob", "USD"), code("3", "x", "USD"));

        assertEquals(
                List.of(MALFORMED, MALFORMED, MALFORMED),
                answers.stream().map(Answered::status).toList());
        assertNothingRecorded();
        assertNull(ledger.authenticate("1", "msg", "g"));
    }

    /** Each one that is minted, and each exchange, looks whether some others are over. */
    @Test
    void shouldTakeNoMemoryOnceOverAndSoDoExchanges() {
        for (int i = 0; i < 40; i++) {
            ledger.mint("minted " + i, "ann", null, false, HOUR_MS);
            ledger.mint("unused " + i, "ann", null, false, 1);
            ledger.authenticate("minted " + i, "msg " + i, "g");
        }
        ledger.advance(61_000);
        for (int i = 0; i < 30; i++) {
            ledger.mint("later " + i, "ann", null, false, HOUR_MS);
            ledger.authenticate("later " + i, "later " + i, "g");
        }

        assertEquals(1, ledger.ledger().records(Table.LAUNCH_CODES), "the first one is good for minutes yet");
        assertEquals(30, ledger.ledger().records(Table.EXCHANGES));
    }

    @Test
    void shouldDecideEachCodeOfACallForItself() {
        List<Answered> answers =
                ledger.mint(code("1", "ann", null), code("2", "nobody", "USD"), code("3", "ann", "EUR"));

        assertEquals(
                List.of(OK, PLAYER_NOT_FOUND, OK),
                answers.stream().map(Answered::status).toList());
        assertNotNull(ledger.authenticate("3", "msg", "g"));
    }

    private static LaunchCode code(String code, String player, String currency) {
        return new LaunchCode(code, player, currency, null, LIFE_MS, false);
    }
}

package bankroll.ledger;

import static bankroll.protocol.Outcome.CONFLICT;
import static bankroll.protocol.Outcome.MALFORMED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_BLOCKED;
import static bankroll.protocol.Outcome.PLAYER_NOT_FOUND;
import static bankroll.protocol.PlayerCommand.FOR_EVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks and self-exclusions (decisions §11). */
class BlockTest extends LedgerSpecification {
    private int plays;

    @BeforeEach
    void givenAnn() {
        ledger.givenPlayer("ann", "100");
    }

    @Test
    void shouldLastUntilItsEnd() {
        ledger.block("ann", NOON_MS + MINUTE_MS, false);
        ledger.advance(MINUTE_MS - 1);

        assertEquals(PLAYER_BLOCKED, play());
        ledger.advance(1);
        assertEquals(OK, play());
        assertNull(ledger.player("ann").block());
    }

    @Test
    void shouldBeShownWhileItLasts() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);
        ledger.advance(MINUTE_MS - 1);

        assertEquals(
                new PlayerCommand.Block("because", NOON_MS + MINUTE_MS, true),
                ledger.player("ann").block());
    }

    @Test
    void shouldBeLiftedByTheOperator() {
        ledger.block("ann", FOR_EVER, false);

        assertEquals(OK, ledger.unblock("ann"));
        assertEquals(OK, play());
    }

    @Test
    void shouldBeReplacedByAWeakerOne() {
        ledger.block("ann", FOR_EVER, false);

        assertEquals(OK, ledger.block("ann", NOON_MS + 1, false));
        ledger.advance(1);
        assertEquals(OK, play());
    }

    @Test
    void shouldTurnIntoASelfExclusion() {
        ledger.block("ann", FOR_EVER, false);

        assertEquals(OK, ledger.block("ann", NOON_MS + MINUTE_MS, true));
        assertEquals(CONFLICT, ledger.unblock("ann"));
    }

    @Test
    void shouldNotLiftASelfExclusionBeforeItsEnd() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);
        ledger.advance(MINUTE_MS - 1);

        assertEquals(CONFLICT, ledger.unblock("ann"));
        assertNothingRecorded();
        assertEquals(PLAYER_BLOCKED, play());
    }

    @Test
    void shouldForgetASelfExclusionAtItsEnd() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);
        ledger.advance(MINUTE_MS);

        assertEquals(OK, play());
        assertEquals(OK, ledger.block("ann", FOR_EVER, false));
        assertEquals(OK, ledger.unblock("ann"));
    }

    @Test
    void shouldNotShortenASelfExclusion() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);

        assertEquals(CONFLICT, ledger.block("ann", NOON_MS + MINUTE_MS - 1, true));
        assertNothingRecorded();
    }

    @Test
    void shouldPutOneOfTheSameOrALaterEndInItsPlace() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);

        assertEquals(OK, ledger.block("ann", NOON_MS + MINUTE_MS, true));
        assertEquals(OK, ledger.block("ann", NOON_MS + MINUTE_MS + 1, true));
        ledger.advance(MINUTE_MS);
        assertEquals(PLAYER_BLOCKED, play());
    }

    @Test
    void shouldNotReplaceASelfExclusionByAnOrdinaryBlock() {
        ledger.block("ann", NOON_MS + MINUTE_MS, true);

        assertEquals(CONFLICT, ledger.block("ann", FOR_EVER, false));
    }

    @Test
    void shouldNeverEndASelfExclusionWithoutAnEnd() {
        ledger.block("ann", FOR_EVER, true);
        ledger.advance(40_000 * DAY_MS);
        ledger.givenPlayer("bob", "0");

        assertEquals(CONFLICT, ledger.unblock("ann"));
        assertEquals(CONFLICT, ledger.block("ann", ledger.nowMs() + DAY_MS, true));
        assertEquals(OK, ledger.block("ann", FOR_EVER, true));
    }

    @Test
    void shouldRefuseAnEndThatIsNotAhead() {
        assertEquals(MALFORMED, ledger.block("ann", NOON_MS, false));
        assertEquals(MALFORMED, ledger.block("ann", NOON_MS - 1, true));
        assertNothingRecorded();
        assertEquals(OK, ledger.block("ann", NOON_MS + 1, false));
    }

    @Test
    void shouldTellAPastEndBeforeASelfExclusionAndAnUnknownPlayer() {
        ledger.block("ann", FOR_EVER, true);

        assertEquals(MALFORMED, ledger.block("ann", NOON_MS, false));
        assertEquals(MALFORMED, ledger.block("nobody", NOON_MS, false));
    }

    @Test
    void shouldKnowThePlayer() {
        assertEquals(PLAYER_NOT_FOUND, ledger.block("nobody", FOR_EVER, true));
        assertEquals(PLAYER_NOT_FOUND, ledger.unblock("nobody"));
    }

    @Test
    void shouldBlockNobodyElse() {
        ledger.givenPlayer("bob", "100");
        ledger.block("bob", FOR_EVER, true);

        assertEquals(OK, play());
        assertEquals(OK, ledger.unblock("ann"));
    }

    private Outcome play() {
        return ledger.bookOne(ledger.debit("play " + plays++, "ann", "1")).status();
    }
}

package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Answer;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.Outcome;
import java.math.BigInteger;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

/**
 * What each specification of the ledger starts from: an empty ledger with the default settings, at noon of a Wednesday,
 * on a clock that only {@link LedgerScript#advance} moves. Whatever a test has done, the books then sum to zero and a
 * replay of its entries leads to the same state.
 */
abstract class LedgerSpecification {
    static final long NOON_MS = Instant.parse("2026-07-15T12:00:00Z").toEpochMilli();
    static final long MINUTE_MS = 60_000;
    static final long HOUR_MS = 60 * MINUTE_MS;
    static final long DAY_MS = 24 * HOUR_MS;

    /** The largest amount and the largest balance. */
    static final String MOST = "9999999999999999999";

    final LedgerScript ledger = new LedgerScript(LedgerSettings.DEFAULT, NOON_MS);

    @AfterEach
    void booksBalanceAndReplayLeadsToTheSame() {
        for (Answer.TrialBalance.Line line : ledger.trialBalance().currencies()) {
            assertEquals("0", line.sum(), line::toString);
        }
        assertEquals(ledger.ledger().digest(), ledger.replayedDigest());
        ledger.close();
    }

    /** The default settings, but for these two. */
    static LedgerSettings settings(long limitRaiseDelayMs, boolean refuseRollbackAfterPayout) {
        return new LedgerSettings("UTC", HOUR_MS, DAY_MS, limitRaiseDelayMs, refuseRollbackAfterPayout, 1_000);
    }

    /** Ok now, with this balance behind it. */
    final Answered ok(String balance) {
        return answered(Outcome.OK, balance);
    }

    /** Answered now, with this balance; null is absent. */
    final Answered answered(Outcome status, String balance) {
        return answered(status, balance, ledger.nowMs());
    }

    /** Answered as first at another time. */
    static Answered answered(Outcome status, String balance, Long timeMs) {
        return new Answered(status, balance == null ? null : new BigInteger(balance), timeMs);
    }

    /** Answered without a time. */
    static Answered untimed(Outcome status, String balance) {
        return answered(status, balance, null);
    }

    final void assertBalance(String expected, String player) {
        assertEquals(expected, Long.toUnsignedString(ledger.balance(player).balance()));
    }

    /** The last command left no entry behind. */
    final void assertNothingRecorded() {
        assertTrue(!ledger.wasRecorded(), "it became an entry");
    }
}

package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What was decided stands in 24 bytes; a field is read there, or with all the others. */
class OutcomeRecordTest {
    private static final int AT = 8;
    private static final byte USED = (byte) 0x5a;
    /** The last moment that fits. */
    private static final long LAST_MS = (1L << 48) - 1;

    private final UnsafeBuffer buffer = used();
    private final OutcomeRecord record = new OutcomeRecord();

    /** Codes stand in journals, words in the contract: neither ever changes. */
    @Test
    void shouldKeepCodesAndWords() {
        assertEquals(
                "0 ok, 1 duplicate_mismatch, 2 rolled_back, 3 session_invalid, 4 player_blocked, "
                        + "5 limit_exceeded, 6 insufficient_funds, 7 reference_not_found, 8 retry, 20 created, "
                        + "21 exists, 22 player_not_found, 23 currency_mismatch, 24 invalid_launch_code, "
                        + "25 session_not_found, 26 conflict, 27 malformed_request, 28 transaction_not_found, "
                        + "29 unavailable, 30 internal",
                inWords(Outcome.values(), outcome -> outcome.code() + " " + outcome.label()));
        assertEquals(
                "0 none, 1 rollback_after_payout, 2 rollback_of_non_debit, 3 rollback_of_foreign_debit, "
                        + "4 credit_unknown_player, 5 credit_unknown_reference, 6 duplicate_mismatch, "
                        + "7 oldest_session_closed",
                inWords(Anomaly.values(), anomaly -> anomaly.code() + " " + anomaly.label()));
    }

    private static <T> String inWords(T[] values, Function<T, String> words) {
        return Arrays.stream(values).map(words).collect(Collectors.joining(", "));
    }

    @Test
    void shouldKeepEveryKindOfDecision() {
        for (Outcome outcome : Outcome.values()) {
            for (Effect effect : Effect.values()) {
                for (Anomaly anomaly : Anomaly.values()) {
                    record.start(outcome, effect, anomaly).write(buffer, AT);

                    assertEquals(outcome, OutcomeRecord.outcome(buffer, AT));
                    assertEquals(effect, OutcomeRecord.effect(buffer, AT));
                    assertEquals(anomaly, OutcomeRecord.anomaly(buffer, AT));
                    assertEquals(OutcomeRecord.kind(outcome, effect, anomaly), OutcomeRecord.kind(buffer, AT));
                    assertKind(outcome, effect, anomaly, new OutcomeRecord().read(buffer, AT));
                }
            }
        }
    }

    private static void assertKind(Outcome outcome, Effect effect, Anomaly anomaly, OutcomeRecord read) {
        assertEquals(outcome, read.outcome());
        assertEquals(effect, read.effect());
        assertEquals(anomaly, read.anomaly());
        assertEquals(OutcomeRecord.kind(outcome, effect, anomaly), read.kind());
        assertEquals(effect != Effect.NONE || anomaly != Anomaly.NONE, read.isRecorded());
    }

    @Test
    void shouldKeepWhatMovedTheBalanceTheTimeAndThatASessionWasUsed() {
        OutcomeRecord full = record.start(Outcome.OK, Effect.BOOKED, Anomaly.NONE)
                .time(5)
                .moves(-1)
                .balance(-2)
                .time(LAST_MS)
                .touchSession();
        full.write(buffer, AT);

        assertEquals(-1, OutcomeRecord.amount(buffer, AT));
        assertTrue(OutcomeRecord.hasBalance(buffer, AT));
        assertEquals(-2, OutcomeRecord.balance(buffer, AT));
        assertTrue(OutcomeRecord.hasTime(buffer, AT));
        assertEquals(LAST_MS, OutcomeRecord.timeMs(buffer, AT));
        assertEquals(Outcome.OK, OutcomeRecord.outcome(buffer, AT));
        assertEquals(USED, buffer.getByte(AT - 1));
        assertEquals(USED, buffer.getByte(AT + OutcomeRecord.BYTES));
        OutcomeRecord read = new OutcomeRecord();
        assertSame(read, read.read(buffer, AT));
        assertEquals(-1, read.amount());
        assertTrue(read.hasBalance());
        assertEquals(-2, read.balance());
        assertTrue(read.hasTime());
        assertEquals(LAST_MS, read.timeMs());
        assertTrue(read.touchesSession());
    }

    @Test
    void shouldSayNothingThatWasNotSet() {
        record.start(Outcome.OK, Effect.BOOKED, Anomaly.NONE)
                .moves(1)
                .balance(2)
                .time(3);
        record.touchSession();

        record.start(Outcome.RETRY, Effect.NONE, Anomaly.NONE).write(buffer, AT);

        assertNothingBesidesTheOutcome();
        assertEquals(0, record.amount());
        assertFalse(record.hasBalance());
        assertEquals(0, record.balance());
        assertFalse(record.hasTime());
        assertFalse(record.touchesSession());
        assertFalse(record.isRecorded());
    }

    @Test
    void shouldBeWrittenWithoutBeingHeld() {
        OutcomeRecord.start(buffer, AT, Outcome.RETRY, Effect.NONE, Anomaly.NONE);

        assertNothingBesidesTheOutcome();
    }

    private void assertNothingBesidesTheOutcome() {
        assertEquals(Outcome.RETRY, OutcomeRecord.outcome(buffer, AT));
        assertEquals(0, OutcomeRecord.amount(buffer, AT));
        assertFalse(OutcomeRecord.hasBalance(buffer, AT));
        assertEquals(0, OutcomeRecord.balance(buffer, AT));
        assertFalse(OutcomeRecord.hasTime(buffer, AT));
    }

    /** Though nothing else happened. */
    @Test
    void shouldBeRecordedWhereASessionWasUsed() {
        record.start(Outcome.RETRY, Effect.NONE, Anomaly.NONE).touchSession();

        assertTrue(record.isRecorded());
    }

    private static UnsafeBuffer used() {
        UnsafeBuffer memory = new UnsafeBuffer(new byte[48]);
        memory.setMemory(0, memory.capacity(), USED);
        return memory;
    }
}

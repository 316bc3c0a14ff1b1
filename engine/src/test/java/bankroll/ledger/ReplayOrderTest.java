package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.ledger.Contradiction.Contradicted;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.SettingsCommand;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each entry once, and in its order. */
class ReplayOrderTest {
    private static final long NOW_MS = 1_790_000_000_000L;

    private final Ledger ledger = new Ledger(6);
    private final ExpandableArrayBuffer start = new ExpandableArrayBuffer();
    private int outcomes;

    @BeforeEach
    void recordAStart() {
        try (Ledger live = new Ledger(6)) {
            int item = CommandHeader.put(start, 0, CommandType.SETTINGS, 1, Origin.SYSTEM);
            int end = SettingsCommand.put(start, item, new HashKey(1, 2), "test", LedgerSettings.DEFAULT);
            outcomes = end + 7 & ~7;
            live.execute(start, 0, outcomes, NOW_MS);
        }
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void shouldRefuseAGap() {
        assertEquals(Contradicted.entry(Contradiction.SEQUENCE), replay(2, NOW_MS));
        assertEquals(0, ledger.sequence());
    }

    @Test
    void shouldRefuseAnEntryThatWasAppliedBefore() {
        assertNull(replay(1, NOW_MS));

        assertEquals(Contradicted.entry(Contradiction.SEQUENCE), replay(1, NOW_MS));
        assertEquals(1, ledger.sequence());
    }

    @Test
    void shouldRefuseAnEarlierTimeAndTakeTheSameOne() {
        assertNull(replay(1, NOW_MS));

        assertEquals(Contradicted.entry(Contradiction.TIME_WENT_BACK), replay(2, NOW_MS - 1));
        assertNull(replay(2, NOW_MS));
    }

    private Contradicted replay(long sequence, long timeMs) {
        return ledger.replay(start, 0, outcomes, sequence, timeMs);
    }
}

package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalContext.SyncPolicy.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyncPolicyTest {

    @ParameterizedTest
    @ValueSource(strings = {"always", "none", "interval=1", "interval=250", "interval=60000"})
    void shouldPrintWhatItReads(String text) {
        assertEquals(text, SyncPolicy.parse(text).toString());
    }

    @Test
    void shouldReadAnIntervalWithItsUnit() {
        assertEquals(SyncPolicy.interval(50), SyncPolicy.parse("interval=50ms"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Always", "never", "interval", "interval=", "interval=0", "interval=60001", "interval=-1"})
    void shouldRefuseWhatIsNoPolicy(String text) {
        assertThrows(IllegalArgumentException.class, () -> SyncPolicy.parse(text));
    }

    @Test
    void shouldHaveAnIntervalWhereItForcesInOne() {
        assertEquals(SyncPolicy.ALWAYS, new SyncPolicy(Kind.ALWAYS, 0));
        assertThrows(IllegalArgumentException.class, () -> new SyncPolicy(Kind.ALWAYS, 5));
        assertThrows(IllegalArgumentException.class, () -> new SyncPolicy(Kind.NONE, 5));
        assertThrows(IllegalArgumentException.class, () -> new SyncPolicy(Kind.INTERVAL, 0));
    }
}

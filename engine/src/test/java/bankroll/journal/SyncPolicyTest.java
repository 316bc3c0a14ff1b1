package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.JournalContext.SyncPolicy;
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
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.AeronLog.HeardFaults;
import io.aeron.exceptions.RegistrationException;
import io.aeron.exceptions.TimeoutException;
import org.junit.jupiter.api.Test;

/** Faults that come again and again are told once in ten seconds. */
class HeardFaultsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BEGAN_NS = Long.MAX_VALUE - 5 * SECOND_NS;

    private final HeardFaults faults = new HeardFaults();

    @Test
    void shouldTellTheSameFaultOnceInTenSeconds() {
        assertTrue(isNews("no answer within 5s, request 17", 0));
        assertFalse(isNews("no answer within 5s, request 18", 10 * SECOND_NS - 1));
        assertTrue(isNews("no answer within 5s, request 19", 10 * SECOND_NS));
        assertFalse(isNews("no answer within 5s, request 20", 20 * SECOND_NS - 1));
    }

    @Test
    void shouldTellAnotherFaultAtOnce() {
        assertTrue(isNews("no answer", 0));
        assertTrue(isNews("no room", 0));
        assertTrue(faults.isNews(new RegistrationException(1, 1, null, "no answer"), BEGAN_NS));
        assertTrue(faults.isNews(new TimeoutException(), BEGAN_NS));
    }

    @Test
    void shouldKeepAHundredOfThemInMemoryAndTellThemAllAgainBehindThat() {
        for (int fault = 0; fault < 100; fault++) {
            assertTrue(isNews("x".repeat(fault), 0));
        }
        assertFalse(isNews("x", 0));
        assertTrue(isNews("the 101st", 0));
        assertTrue(isNews("x", 0));
    }

    private boolean isNews(String message, long afterNs) {
        return faults.isNews(new TimeoutException(message), BEGAN_NS + afterNs);
    }
}

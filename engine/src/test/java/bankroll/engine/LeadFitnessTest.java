package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.LogIngress.LeadFitness;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeadFitnessTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LeadFitness fitness = new LeadFitness();
    private long nowNs = Long.MAX_VALUE - SECOND_NS;

    private boolean isLost(boolean isShort, long afterNs) {
        nowNs += afterNs;
        return fitness.isLost(isShort, nowNs);
    }

    @Test
    void shouldLeadWhileThereIsRoom() {
        assertFalse(isLost(false, 0));
        assertFalse(isLost(false, LeadFitness.PATIENCE_NS));
    }

    @Test
    void shouldPassTheLeadOnWhenThereWasNoRoomForFiveSeconds() {
        assertFalse(isLost(true, 0));
        assertFalse(isLost(true, LeadFitness.PATIENCE_NS - 1));
        assertTrue(isLost(true, 1));
    }

    @Test
    void shouldCountAnewWhenThereWasRoomInBetween() {
        assertFalse(isLost(true, 0));
        assertFalse(isLost(false, LeadFitness.PATIENCE_NS));
        assertFalse(isLost(true, SECOND_NS));
        assertFalse(isLost(true, LeadFitness.PATIENCE_NS - 1));
        assertTrue(isLost(true, 1));
    }

    @Test
    void shouldTryAgainAfterAMinuteAtTheEarliest() {
        assertFalse(isLost(true, 0));
        assertTrue(isLost(true, LeadFitness.PATIENCE_NS));
        assertFalse(isLost(true, LeadFitness.AGAIN_NS - 1));
        assertTrue(isLost(true, 1));
    }
}

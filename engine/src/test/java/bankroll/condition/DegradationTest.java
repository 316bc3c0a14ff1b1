package bankroll.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation.Entry;
import bankroll.condition.Degradation.Part;
import bankroll.engine.Logged;
import java.util.List;
import org.junit.jupiter.api.Test;

class DegradationTest {
    private long nowMs = 1_000;
    private final Degradation degradation = new Degradation(() -> nowMs);

    @Test
    void shouldTellEachThingOnceWhenItBeginsAndWhenItIsOver() {
        try (Logged logged = new Logged(Degradation.class)) {
            degradation.begin(Part.LOOKUPS, "entry 7 is damaged");
            nowMs++;
            degradation.begin(Part.LOOKUPS, "entry 7 is damaged");
            degradation.begin(Part.CHAIN, "no descriptor");
            assertEquals(
                    List.of(
                            new Entry(Part.LOOKUPS, "entry 7 is damaged", 1_000),
                            new Entry(Part.CHAIN, "no descriptor", 1_001)),
                    degradation.entries());

            degradation.end(Part.CHAIN, "no descriptor");
            degradation.end(Part.CHAIN, "no descriptor");

            assertEquals(
                    List.of(
                            "ERROR Degraded (lookups): entry 7 is damaged",
                            "ERROR Degraded (chain): no descriptor",
                            "INFO No longer degraded (chain): no descriptor"),
                    logged.lines());
            assertTrue(degradation.isOf(Part.LOOKUPS));
            assertFalse(degradation.isOf(Part.CHAIN));
        }
    }

    @Test
    void shouldTellATroubleInPlaceOfTheOneBeforeIt() {
        try (Logged logged = new Logged(Degradation.class)) {
            String trouble = degradation.replace(Part.DISK, null, "no descriptor");
            trouble = degradation.replace(Part.DISK, trouble, "no descriptor");
            trouble = degradation.replace(Part.DISK, trouble, "no disk");
            assertEquals(List.of(new Entry(Part.DISK, "no disk", 1_000)), degradation.entries());

            assertNull(degradation.replace(Part.DISK, trouble, null));

            assertEquals(
                    List.of(
                            "ERROR Degraded (disk): no descriptor",
                            "INFO No longer degraded (disk): no descriptor",
                            "ERROR Degraded (disk): no disk",
                            "INFO No longer degraded (disk): no disk"),
                    logged.lines());
        }
    }

    @Test
    void shouldKeepTheFirstOfVeryManyAndSayThatThereAreMore() {
        try (Logged logged = new Logged(Degradation.class)) {
            for (int i = 0; i < 1_000; i++) {
                degradation.begin(Part.LOOKUPS, "entry " + i);
            }

            assertEquals(64, degradation.entries().size());
            assertEquals(65, logged.lines().size());
        }
    }
}

package bankroll.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @BeforeEach
    void onlyWhenNobodyAsksForOtherSeeds() {
        assumeTrue(List.of("seed", "seeds", "first.seed", "fresh.seconds").stream()
                .allMatch(name -> System.getProperty(name) == null));
    }

    @Test
    void shouldPlayTheFixedSeedsThenThoseFoundThenFreshOnes() {
        List<Long> first = new ArrayList<>();
        Seeds.forEach(3, random -> first.add(random.nextLong()), 77);

        List<Long> fixed = List.of(of(1), of(2), of(3), of(77));
        assertEquals(fixed, first.subList(0, 4));
    }

    @Test
    void shouldTellHowToRepeatAFailureOfAFreshSeed() {
        AssertionError failure = assertThrows(AssertionError.class, () -> Seeds.forEach(1, SeedsTest::failWhenFresh));

        assertTrue(
                failure.getMessage().matches("(?s).*repeat it alone: mvn .* -Dseed=[0-9]{10}\n.*"),
                failure::getMessage);
    }

    /** The one fixed seed takes its time, so that there is time for a fresh one. */
    private static void failWhenFresh(Random random) {
        if (random.nextLong() != of(1)) {
            throw new IllegalStateException("broken");
        }
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += random.nextInt();
        }
        assertTrue(sum != 1);
    }

    private static long of(long seed) {
        return new Random(seed).nextLong();
    }
}

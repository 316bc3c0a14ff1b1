package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.api.platform.BookTransactions.DecidedCounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is told of platforms that have sent nothing yet. */
class DecidedCountsTest {
    private static final int ANOMALIES_OF_TRANSACTIONS = 6;

    private final DecidedCounts counts = new DecidedCounts();

    @Test
    void shouldTellNothingOfNobody() {
        assertEquals(Map.of(), counts.anomalies());
    }

    @Test
    void shouldTellEachKindOfAnomalyOfEachPlatformThatHasAName() {
        counts.name("alpha");

        Map<List<String>, Long> anomalies = counts.anomalies();

        assertEquals(ANOMALIES_OF_TRANSACTIONS, anomalies.size(), anomalies::toString);
        assertEquals(0, anomalies.get(List.of("alpha", "duplicate_mismatch")));
        assertEquals(0, anomalies.get(List.of("alpha", "rollback_after_payout")));
    }

    @Test
    void shouldTellThoseBeyondTheBoundTogether() {
        Set<String> names = IntStream.range(0, DecidedCounts.MOST_PLATFORMS)
                .mapToObj(i -> "platform-" + i)
                .collect(Collectors.toCollection(TreeSet::new));
        names.forEach(counts::name);
        assertEquals(names, platforms());

        assertEquals(DecidedCounts.OTHERS, counts.name("late"));
        assertEquals(DecidedCounts.OTHERS, counts.name("later"));

        names.add(DecidedCounts.OTHERS);
        assertEquals(names, platforms());
        assertEquals("platform-0", counts.name("platform-0"));
    }

    private Set<String> platforms() {
        return counts.anomalies().keySet().stream().map(of -> of.get(0)).collect(Collectors.toCollection(TreeSet::new));
    }
}

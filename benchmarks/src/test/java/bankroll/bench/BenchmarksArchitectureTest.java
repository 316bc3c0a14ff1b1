package bankroll.bench;

import bankroll.testkit.Arrows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The benchmarks' arrows of ARCHITECTURE.md, kept. */
class BenchmarksArchitectureTest {
    private static final String ROOT = "bankroll.bench";

    /** What each package may know of the benchmarks, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.of(
            "report", List.of(),
            "process", List.of(),
            "play", List.of(),
            "load", List.of("play", "process", "report"),
            "hold", List.of("process", "report"),
            "writer", List.of("play", "process", "report"),
            "micro", List.of("writer", "load", "play", "process", "report"),
            "baseline", List.of("writer", "load", "play", "process", "report"));

    private static Arrows arrows;

    @BeforeAll
    static void read() {
        arrows = new Arrows(ROOT, MAY_KNOW);
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        arrows.requireDownOnly();
    }

    @Test
    void shouldNameEveryPackage() {
        arrows.requireEveryPackageNamed();
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        arrows.requireNoCircleAmongFiles();
    }
}

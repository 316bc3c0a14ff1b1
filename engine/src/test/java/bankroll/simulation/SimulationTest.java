package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.testkit.Seeds;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Nothing acknowledged is ever lost, nothing is booked twice: by seed, see {@link bankroll.simulation}. */
class SimulationTest {
    private static final Logger PRODUCT = (Logger) LoggerFactory.getLogger("bankroll");
    private static final long DAMAGED_LENGTH_IN_A_SNAPSHOT = 3_122_782_118L;

    @BeforeAll
    static void listenToTheProductOnlyWhenOneSeedIsRepeated() {
        PRODUCT.setLevel(Trace.isOn() ? Level.INFO : Level.OFF);
    }

    @AfterAll
    static void listenAgain() {
        PRODUCT.setLevel(null);
    }

    @Test
    void shouldDependOnItsSeedAlone(@TempDir Path directory) {
        for (long seed = 1; seed <= 5; seed++) {
            assertSameRuns(seed, directory, World.Ground.MEMORY);
        }
    }

    /** Two runs of a seed do the same, step by step. */
    static void assertSameRuns(long seed, Path directory, World.Ground ground) {
        assertEquals(
                fingerprint(seed, directory.resolve("a" + seed), ground),
                fingerprint(seed, directory.resolve("b" + seed), ground));
    }

    private static int fingerprint(long seed, Path directory, World.Ground ground) {
        Simulation simulation = new Simulation(new Random(seed), directory, ground);
        simulation.run();
        return simulation.fingerprint();
    }

    @Test
    void shouldKeepEveryPromiseThroughWhateverHappens(@TempDir Path directory) {
        Seeds.forEach(
                Boolean.getBoolean("soak") ? 1_000_000 : 150,
                random -> {
                    Path run = directory.resolve("run");
                    new Simulation(random, run, World.Ground.MEMORY).run();
                    delete(run);
                },
                DAMAGED_LENGTH_IN_A_SNAPSHOT);
    }

    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

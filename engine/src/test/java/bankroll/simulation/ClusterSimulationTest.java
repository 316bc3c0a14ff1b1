package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.testkit.Seeds;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Three nodes on one log: what was acknowledged is booked once, and everywhere the same. By seed. */
class ClusterSimulationTest {
    private static final Logger PRODUCT = (Logger) LoggerFactory.getLogger("bankroll");

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
            assertEquals(
                    fingerprint(seed, directory.resolve("a" + seed)), fingerprint(seed, directory.resolve("b" + seed)));
        }
    }

    private static int fingerprint(long seed, Path directory) {
        ClusterSimulation simulation = new ClusterSimulation(new Random(seed), directory);
        simulation.run();
        return simulation.fingerprint();
    }

    @Test
    void shouldBookWhatWasAcknowledgedOnceAndTheSameOnEveryNode(@TempDir Path directory) {
        Seeds.forEach(Boolean.getBoolean("soak") ? 100_000 : 30, random -> {
            Path run = directory.resolve("run");
            new ClusterSimulation(random, run).run();
            SimulationTest.delete(run);
        });
    }
}

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

/** Nothing acknowledged is ever lost, nothing is booked twice: by seed, see {@link bankroll.simulation}. */
class SimulationTest {
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
            assertEquals(fingerprint(seed, directory.resolve("a" + seed)), fingerprint(seed, directory.resolve("b" + seed)));
        }
    }

    private static int fingerprint(long seed, Path directory) {
        Simulation simulation = new Simulation(new Random(seed), directory);
        simulation.run();
        return simulation.fingerprint();
    }

    @Test
    void shouldKeepEveryPromiseThroughWhateverHappens(@TempDir Path directory) {
        Seeds.forEach(1000, random -> new Simulation(random, directory.resolve("seed-" + random.nextLong())).run());
    }
}

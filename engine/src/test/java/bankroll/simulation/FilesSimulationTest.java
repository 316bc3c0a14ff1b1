package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.files.JournalFile;
import bankroll.testkit.Seeds;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The same promises over the real journal and its files, whose agents get their turns by seed like all others. */
class FilesSimulationTest {
    private static final Logger PRODUCT = (Logger) LoggerFactory.getLogger("bankroll");
    /** It complains of queues that a dead process has left open. */
    private static final Logger CHRONICLE = (Logger) LoggerFactory.getLogger("net.openhft");

    /** What a dead process had locked stays so in this one: each run has a directory of its own. */
    private int runs;

    private long full;

    @BeforeAll
    static void listenToTheProductOnlyWhenOneSeedIsRepeated() {
        PRODUCT.setLevel(Trace.isOn() ? Level.INFO : Level.OFF);
        CHRONICLE.setLevel(Level.OFF);
    }

    @AfterAll
    static void listenAgain() {
        PRODUCT.setLevel(null);
        CHRONICLE.setLevel(null);
    }

    @Test
    void shouldDependOnItsSeedAlone(@TempDir Path directory) {
        SimulationTest.assertSameRuns(20, directory, World.Ground.FILES);
    }

    @Test
    void shouldKeepEveryPromiseOverTheRealJournal(@TempDir Path directory) {
        // found: a start deleted a file without an entry, and a power cut brought it back, which a later start refused;
        // a start was killed when it had moved a file aside, the next one gave its number again, and a power cut
        // brought it back
        Seeds.forEach(
                Boolean.getBoolean("soak") ? 10_000 : 4,
                random -> {
                    Path run = directory.resolve("run-" + runs++);
                    new Simulation(random, run, World.Ground.FILES).run();
                    full += fullFiles(run);
                    SimulationTest.delete(run);
                },
                238,
                1_927_877_069);

        assertTrue(full > 0 || Trace.isOn(), "no file was ever full: nothing was tried");
    }

    /** Behind each that is not the last of its process came another. */
    private static long fullFiles(Path run) {
        try (Stream<Path> files = Files.walk(run)) {
            return files
                    .filter(file -> file.toString().endsWith(JournalFile.SUFFIX))
                    .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()))
                    .values()
                    .stream()
                    .mapToLong(count -> count - 1)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package bankroll.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A benchmark that nobody runs breaks when what it measures changes. */
class MicroBenchmarksTest {
    private static final Path SOURCES = Path.of("src/main/java/bankroll/bench/micro");

    @Test
    void shouldRunEachBenchmarkOnce() throws RunnerException, IOException {
        Options once = new OptionsBuilder()
                .include("bankroll\\.bench\\.micro\\.")
                .mode(Mode.SingleShotTime)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .param("items", "100")
                .param("players", "100")
                .param("filled", "1000")
                .param("group", "0")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        Set<String> ran = new Runner(once)
                .run().stream().map(MicroBenchmarksTest::className).collect(Collectors.toSet());
        assertEquals(sources(), ran);
    }

    private static String className(RunResult result) {
        String method = result.getParams().getBenchmark();
        String type = method.substring(0, method.lastIndexOf('.'));
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static Set<String> sources() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            Set<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Benchmark.java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
            assertTrue(names.size() > 5, names.toString());
            return names;
        }
    }
}

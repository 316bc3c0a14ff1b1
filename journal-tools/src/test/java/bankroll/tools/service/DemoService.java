package bankroll.tools.service;

import bankroll.tools.FrameSurgery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code serve --demo} as a process of its own on free ports, as the pages for operators take it. One thread. */
public final class DemoService {
    private static final int LOOK_MS = 20;
    private static final int LOOKS = 5_000;

    private final Path data;
    private final Path log;
    private final Process process;

    private DemoService(Path data, Path log, Process process) {
        this.data = data;
        this.log = log;
        this.process = process;
    }

    /** Starts it and waits until its players are there. */
    public static DemoService start(Path data) {
        Path log = data.resolveSibling(data.getFileName() + "-" + System.nanoTime() + ".log");
        ProcessBuilder builder = Jvm.running(
                LiveService.MAIN,
                "serve",
                "--demo",
                "--data",
                data,
                "--listen",
                "127.0.0.1:0",
                "--operator-listen",
                "127.0.0.1:0");
        try {
            DemoService service = new DemoService(
                    data, log, Jvm.start(builder.redirectErrorStream(true).redirectOutput(log.toFile())));
            service.await();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it on a restored directory, with the secrets and the sessions of the one that was lost. */
    public static DemoService startOnCopyOf(Path lost, Path restored) {
        try {
            FrameSurgery.copy(lost.resolve("demo"), restored.resolve("demo"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return start(restored);
    }

    /** Its data directory. */
    public Path data() {
        return data;
    }

    /** The commands to paste that it has printed. */
    public List<String> guide() throws IOException {
        return Files.readAllLines(log).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("./bankroll "))
                .toList();
    }

    /** Ends it at once: kill -9. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** The demo prints its commands last. */
    private void await() throws IOException {
        for (int look = 0; !Files.readString(log).contains("./bankroll call"); look++) {
            if (!process.isAlive() || look == LOOKS) {
                process.destroyForcibly();
                throw new AssertionError("the demo does not come up: " + Files.readString(log));
            }
            try {
                process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}

package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever runs a tool, other users of the machine get at nothing that it makes, and find no library of its to change. */
class ToolFilesTest {
    private static final String END = "end";

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static Path data;

    @BeforeAll
    static void book() {
        data = shared.resolve("data");
        try (JournalScript script = new JournalScript(data)) {
            new RandomLife(script, 5, 10, 5).begin().live(200);
            script.force();
        }
    }

    @Test
    void shouldMakeFilesForItsUserAloneAndLeaveNoLibraryBehind() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path home = Files.createDirectory(directory.resolve("home"));
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            temporary.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            for (Object[] words : new Object[][] {
                {"backup", data, directory.resolve("backup")},
                {"export", data, directory.resolve("csv")},
                {"export", data, directory.resolve("parquet"), "--format", "parquet"},
                {"replay", data, directory.resolve("replayed")},
                {"snapshot", "take", directory.resolve("replayed")}
            }) {
                assertEquals(
                        0, run(temporary, home, words), () -> List.of(words).toString());
            }
            Files.createFile(temporary.resolve(END));
            List<String> made = madeIn(watch);
            assertEquals(
                    List.of(),
                    made.stream().filter(name -> !name.startsWith("bankroll-")).toList(),
                    "what was unpacked where other users are");
        }
        Files.delete(temporary.resolve(END));
        assertEquals(List.of(temporary), all(temporary), "the directory for libraries is gone");
        assertEquals(List.of(home), all(home));
        for (String made : List.of("backup", "csv", "parquet", "replayed")) {
            assertEquals(List.of(), wider(directory.resolve(made)));
        }
    }

    @Test
    void shouldSayWhenNewFilesGetWhatTheUmaskLeavesThem() throws Exception {
        Path noDirectory = Files.createFile(directory.resolve("no-directory"));
        ProcessBuilder tool = ToolProcess.builder("export", data, directory.resolve("csv"));
        tool.environment().put("JAVA_TOOL_OPTIONS", "-Djffi.extract.dir=" + noDirectory);
        Process process = tool.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertTrue(
                said.contains(
                        "new files get the permissions that the umask leaves them: native libraries can't be loaded from "
                                + noDirectory),
                said);
    }

    @Test
    void shouldSayInOneSentenceThatNoLibraryCanBeUnpacked() throws Exception {
        Path none = directory.resolve("none");
        ProcessBuilder tool = ToolProcess.builder("info", data);
        tool.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + none);
        Process process = tool.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(1, process.waitFor(), said);
        assertEquals(
                "bankroll journal: no directory for native libraries can be made: " + none
                        + "/bankroll-N does not exist; name a place for temporary files:"
                        + " BANKROLL_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                said.strip().replaceFirst("(?s)^Picked up .*\n", "").replaceFirst("bankroll-\\d+", "bankroll-N"));
    }

    private static int run(Path temporary, Path home, Object... words) throws Exception {
        ProcessBuilder tool = ToolProcess.builder(words).redirectErrorStream(true);
        tool.command().addAll(0, List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
        tool.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary + " -Duser.home=" + home);
        Process process = tool.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return process.waitFor();
    }

    /** The names of all that was made there until {@link #END}: the system tells each, whenever one asks. */
    private static List<String> madeIn(WatchService watch) throws InterruptedException {
        List<String> names = new ArrayList<>();
        while (!names.contains(END)) {
            WatchKey key = watch.take();
            key.pollEvents().forEach(event -> names.add(event.context().toString()));
            key.reset();
        }
        names.remove(END);
        return names;
    }

    private static List<String> wider(Path directory) {
        return all(directory).stream()
                .map(path -> permissions(path) + " " + path)
                .filter(line -> !line.startsWith("rwx------ ") && !line.startsWith("rw------- "))
                .toList();
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> all(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

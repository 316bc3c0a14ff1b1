package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.EngineContext;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.testkit.Eventually;
import bankroll.testkit.ReleasedClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever starts the service, other users of the machine get at nothing that it makes. */
@NeedsOwnService
class OwnFilesTest {
    private static final Launch FOR_EVERYBODY = Launch.PLAIN.under("sh", "-c", "umask 000; exec \"$@\"", "sh");

    @TempDir
    Path directory;

    @Test
    void shouldMakeDirectoriesAndFilesForItsUserAloneWhateverTheUmask() throws IOException {
        Path data = directory.resolve("data");
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path home = Files.createDirectory(directory.resolve("home"));
        Launch launch = FOR_EVERYBODY.flags("-Djava.io.tmpdir=" + temporary, "-Duser.home=" + home);
        try (ServiceProcess process =
                ServiceProcess.start(new ServiceSettings().set("snapshot.every-transactions", 1), data, launch)) {
            ServiceUnderTest.of(process).player("100");
            assertEquals(List.of(), wider(data));
            assertEquals(List.of(temporary), all(temporary), "nothing unpacks where other users are");
            assertEquals(List.of(home), all(home));
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
            assertEquals(List.of(), wider(data));
        }
        try (ServiceProcess again = ServiceProcess.start(new ServiceSettings(), data, launch)) {
            assertEquals(List.of(), wider(data));
            assertTrue(!again.logged().contains("Other users"), again::logged);
            assertEquals(ExitCode.OK, again.terminate(), again::logged);
        }
    }

    @Test
    void shouldLeaveNothingWhereOthersAreWhenItLooksAtTheMachine() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Process doctor = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + System.getProperty("bankroll.jvm.options"),
                        "-Djava.io.tmpdir=" + temporary,
                        "-Duser.home=" + home,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        ReleasedClasses.PATH,
                        BankrollMain.class.getName(),
                        "doctor",
                        "--data",
                        directory.resolve("data").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        doctor.waitFor();
        assertTrue(said.contains("clock"), said);
        assertEquals(List.of(temporary), all(temporary));
        assertEquals(List.of(home), all(home));
    }

    @Test
    void shouldWarnOfWhatIsThereAndOthersGetAt() throws IOException {
        Path data = directory.resolve("data");
        ServiceUnderTest.start(new ServiceSettings(), data).close();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ServiceProcess process = ServiceProcess.start(new ServiceSettings(), data)) {
            assertTrue(process.logged().contains("run: chmod -R go= " + data), process::logged);
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    @Test
    void shouldWarnOfItAlsoBehindALink() throws IOException {
        Path data = directory.resolve("data");
        ServiceUnderTest.start(new ServiceSettings(), data).close();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), data);
        try (ServiceProcess process = ServiceProcess.start(new ServiceSettings(), link)) {
            assertTrue(process.logged().contains("run: chmod -R go= " + link), process::logged);
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    /** {@code chmod -R} would not follow the link. */
    @Test
    void shouldNameAJournalOnAnotherDiskThatOthersGetAt() throws IOException {
        Path data = directory.resolve("data");
        ServiceUnderTest.start(new ServiceSettings(), data).close();
        Path journal = data.resolve(EngineContext.JOURNAL);
        Path disk = Files.move(journal, directory.resolve("disk"));
        Files.createSymbolicLink(journal, disk);
        Files.createSymbolicLink(data.resolve("elsewhere"), Path.of("/"));
        Files.setPosixFilePermissions(disk, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ServiceProcess process = ServiceProcess.start(new ServiceSettings(), data)) {
            String logged = process.logged();
            assertTrue(
                    logged.lines()
                            .anyMatch(line -> line.contains("run: chmod -R go= ") && line.endsWith(" " + journal)),
                    logged);
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    private static List<String> wider(Path directory) {
        return Eventually.within(Duration.ofSeconds(30), "a look", () -> look(directory), Optional::isPresent)
                .orElseThrow();
    }

    /** Empty where the service has renamed or removed meanwhile what was listed. */
    private static Optional<List<String>> look(Path directory) {
        try {
            return Optional.of(all(directory).stream()
                    .map(path -> permissions(path) + " " + path)
                    .filter(line -> !line.startsWith("rwx------ ") && !line.startsWith("rw------- "))
                    .toList());
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty();
            }
            throw e;
        }
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

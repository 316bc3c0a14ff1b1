package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of another language: the C library tells it in that one what is wrong with a file. */
class FullDeviceTest {
    private static final List<Path> NEEDS = List.of(
            Path.of("/usr/bin/localedef"), Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo"), Path.of("/dev/full"));

    @TempDir
    private Path locales;

    @Test
    void shouldKnowAFullDeviceInAnotherLanguage() throws IOException, InterruptedException {
        for (Path need : NEEDS) {
            assumeTrue(Files.exists(need), "skipped: needs " + need);
        }
        String german = locales.resolve("de_DE.UTF-8").toString();
        Process made = new ProcessBuilder("localedef", "-i", "de_DE", "-f", "UTF-8", german).start();
        assumeTrue(made.waitFor() == 0, "skipped: no locale can be made");
        ProcessBuilder told = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Dsun.stdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                FullDevice.class.getName());
        told.environment().put("LOCPATH", locales.toString());
        told.environment().put("LC_ALL", "de_DE.UTF-8");
        Process process = told.redirectError(ProcessBuilder.Redirect.INHERIT).start();

        assertEquals(
                "Auf dem Ger\u00e4t ist kein Speicherplatz mehr verf\u00fcgbar: true",
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** Writes where there is no room, and tells what is said about it and what it is taken for. */
    static final class FullDevice {
        private FullDevice() {}

        public static void main(String[] arguments) {
            try (FileOutputStream full = new FileOutputStream("/dev/full")) {
                full.write(1);
            } catch (IOException e) {
                System.out.print(e.getMessage() + ": " + DurableFiles.isForWantOfRoom(e));
            }
        }
    }
}

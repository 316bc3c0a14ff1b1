package bankroll.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each WARN and ERROR has an id, each id is used, and the page for troubles explains each and no other. */
class LogIdTest {
    private static final Path ROOT = Path.of(System.getProperty("bankroll.root", ".."));
    private static final List<String> MODULES = List.of("engine", "cluster", "gateway", "journal-tools");
    private static final Pattern LINE =
            Pattern.compile("\\.\\s*(?:warn|error)\\(\\s*(LogId\\.([A-Z_]+)\\.marker\\(\\))?");
    private static final Pattern REFERENCE = Pattern.compile("LOG::(?:warn|error)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| ");

    @Test
    void shouldStandOnEveryLineThatSomebodyShouldSee() {
        List<String> without = new ArrayList<>();
        logging().forEach(file -> {
            String text = read(file);
            Matcher line = LINE.matcher(text);
            while (line.find()) {
                if (line.group(1) == null) {
                    without.add(file + ": " + text.substring(line.start(), Math.min(text.length(), line.end() + 60)));
                }
            }
            if (REFERENCE.matcher(text).find()) {
                without.add(file + ": a reference to a logger's method");
            }
        });

        assertEquals(List.of(), without);
    }

    @Test
    void shouldBeUsedEach() {
        Set<String> used = logging()
                .flatMap(file -> LINE.matcher(read(file)).results())
                .map(line -> line.group(2))
                .filter(id -> id != null)
                .collect(Collectors.toSet());

        assertTrue(used.size() > 30, used::toString);
        Set<String> listed = Arrays.stream(LogId.values()).map(Enum::name).collect(Collectors.toSet());
        assertEquals(new TreeSet<>(listed), new TreeSet<>(used));
    }

    @Test
    void shouldBeExplainedEachAndNoOther() {
        String page = read(ROOT.resolve("docs/troubleshoot.md"));
        String section = page.substring(page.indexOf("## Log lines"), page.indexOf("## Alerts"));

        Set<String> listed =
                Arrays.stream(LogId.values()).map(id -> id.marker().getName()).collect(Collectors.toSet());
        Set<String> explained =
                ROW.matcher(section).results().map(row -> row.group(1)).collect(Collectors.toSet());
        assertEquals(new TreeSet<>(listed), new TreeSet<>(explained));
    }

    private static Stream<Path> logging() {
        return MODULES.stream()
                .flatMap(module -> walk(ROOT.resolve(module).resolve("src/main/java")))
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> read(file).contains("org.slf4j.LoggerFactory"));
    }

    private static Stream<Path> walk(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

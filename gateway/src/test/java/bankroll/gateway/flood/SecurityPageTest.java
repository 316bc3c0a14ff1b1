package bankroll.gateway.flood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of threats names a test for each, and every test that it names is there. */
class SecurityPageTest {
    private static final Path ROOT = Path.of(System.getProperty("bankroll.root", ".."));
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
    private static final Pattern CLASS = Pattern.compile("[A-Z]\\w+");
    /** Threat, bound, test, figure. */
    private static final int COLUMNS = 4;

    @Test
    void shouldNameATestThatIsThereForEveryThreat() throws IOException {
        Set<String> tests = tests();
        List<String> missing = new ArrayList<>();
        List<String[]> rows = rows();
        assertTrue(rows.size() > 40, "rows of " + rows.size());
        for (String[] row : rows) {
            assertEquals(COLUMNS, row.length, String.join("|", row));
            List<String> named = NAMED.matcher(row[2])
                    .results()
                    .map(found -> found.group(1))
                    .filter(name -> !name.startsWith("-"))
                    .toList();
            if (named.isEmpty() || !named.stream().allMatch(name -> isThere(name, tests))) {
                missing.add(row[0] + ": " + row[2]);
            }
        }
        assertEquals(List.of(), missing);
    }

    private static List<String[]> rows() throws IOException {
        return Files.readString(ROOT.resolve("docs/security.md"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| threat "))
                .map(line -> line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                .toList();
    }

    /** A class of a test, a script, or a command of the start script. */
    private static boolean isThere(String name, Set<String> tests) {
        Matcher isClass = CLASS.matcher(name);
        return isClass.matches() ? tests.contains(name) : Files.isExecutable(ROOT.resolve(name.split(" ")[0]));
    }

    private static Set<String> tests() throws IOException {
        Set<String> tests = Set.of();
        for (String module : List.of("engine", "cluster", "gateway", "journal-tools")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                tests = Stream.concat(tests.stream(), files.map(SecurityPageTest::name))
                        .collect(Collectors.toSet());
            }
        }
        return tests;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}

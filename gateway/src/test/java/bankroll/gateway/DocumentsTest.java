package bankroll.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.engine.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents list is what there is. */
class DocumentsTest {
    private static final Path DOCS = Path.of(System.getProperty("bankroll.root", ".."), "docs");
    private static final Pattern DECISION = Pattern.compile("\\| \\[(\\d{4})]\\((\\S+)\\) \\| ([^|]+) \\|");
    private static final int MOST_LINES = 25;

    @Test
    void shouldTitleEachDecisionAsTheIndexDoesAndKeepItShort() throws IOException {
        int count = 0;
        for (String line : Files.readAllLines(DOCS.resolve("adr/README.md"))) {
            Matcher decision = DECISION.matcher(line);
            if (decision.matches()) {
                List<String> page = Files.readAllLines(DOCS.resolve("adr").resolve(decision.group(2)));
                String entry = "# " + decision.group(1) + " " + decision.group(3);
                assertTrue((entry + "; ").startsWith(page.get(0) + "; "), page.get(0) + " is not " + entry);
                assertTrue(page.size() <= MOST_LINES, decision.group(2));
                count++;
            }
        }
        try (Stream<Path> pages = Files.list(DOCS.resolve("adr"))) {
            assertEquals(pages.count() - 1, count, "decisions in the index");
        }
    }

    @Test
    void shouldNameEachReasonThatTheMetricsTell() throws IOException {
        String page = Files.readString(DOCS.resolve("watch.md"));
        Map<String, List<String>> labels = Map.of(
                "bankroll_engine_requests_refused_total",
                Stream.of(Refusal.values()).map(Refusal::label).toList(),
                "bankroll_engine_obstacle",
                Stream.of(Obstacle.Kind.values()).map(Obstacle.Kind::label).toList(),
                "bankroll_degraded",
                Stream.of(Degradation.Part.values())
                        .map(Degradation.Part::label)
                        .toList());
        labels.forEach((figure, reasons) -> {
            String row = page.lines()
                    .filter(line -> line.startsWith("| `" + figure))
                    .findFirst()
                    .orElse("");
            reasons.forEach(reason -> assertTrue(row.contains("`" + reason + "`"), figure + " has no " + reason));
        });
    }
}

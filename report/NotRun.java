import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Says in one line which tests of a build were not run and why, from surefire's reports: {@code java NotRun.java ROOT
 * BEGIN}. Reports that are older than the build's begin are of another one. Ends with 1 when a report can't be read.
 */
final class NotRun {
    private final Map<String, TreeSet<String>> testsByReason = new TreeMap<>();
    private int run;
    private int notRun;

    public static void main(String[] arguments) throws Exception {
        Instant begin = Instant.parse(arguments[1]);
        NotRun reports = new NotRun();
        for (Path report : reports(Path.of(arguments[0]))) {
            if (!Files.getLastModifiedTime(report).toInstant().isBefore(begin)) {
                reports.read(report);
            }
        }
        System.out.println(reports.line());
    }

    private static List<Path> reports(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : (Iterable<Path>) modules.sorted()::iterator) {
                Path directory = module.resolve("target/surefire-reports");
                if (Files.isDirectory(directory)) {
                    try (Stream<Path> files = Files.list(directory)) {
                        files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                                .forEach(found::add);
                    }
                }
            }
        }
        return found;
    }

    private void read(Path report) throws Exception {
        NodeList tests = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            Node skipped = test.getElementsByTagName("skipped").item(0);
            if (skipped == null) {
                run++;
            } else {
                notRun++;
                testsByReason
                        .computeIfAbsent(reason((Element) skipped), first -> new TreeSet<>())
                        .add(name(test));
            }
        }
    }

    /** What stands behind JUnit's and the tests' own first words: a message, or the first line of what was thrown. */
    private static String reason(Element skipped) {
        String message = skipped.getAttribute("message");
        String reason = (message.isBlank() ? skipped.getTextContent() : message)
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^[\\w.]+Exception: ", "")
                .replaceFirst("^Assumption failed: ", "")
                .replaceFirst("^skipped: ", "");
        return reason.isBlank() ? "no reason given" : reason;
    }

    /** Class and method, without packages and parameters. */
    private static String name(Element test) {
        String type = test.getAttribute("classname").replaceFirst(".*\\.", "");
        String method = test.getAttribute("name").replaceFirst("[(\\[{ ].*", "");
        return method.isEmpty() || method.equals(type) ? type : type + "." + method;
    }

    private String line() {
        String reasons = testsByReason.entrySet().stream()
                .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
                .collect(Collectors.joining("; "));
        return "Tests run: " + run + ". Not run: " + notRun + (reasons.isEmpty() ? "." : ", " + reasons + ".");
    }
}

package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.cli.BankrollMain;
import bankroll.journal.files.DurableFiles;
import bankroll.tools.service.DemoService;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command that stands in the pages for the bad night and for those who count, run as it stands, in its order, on
 * directories and services of the kind that its section speaks of. What it must end with and print is what the page says.
 */
@Timeout(900)
class RunbookTest {
    private static final Path DOCS = Path.of(System.getProperty("bankroll.root", ".."), "docs");
    private static final Pattern HEAD = Pattern.compile("\\d+:[0-9a-f]{64}");
    private static final Pattern EXIT_CODE = Pattern.compile("# exit code (\\d+)");

    /** Not run from the page: it names the service that this test starts. */
    private static final String SERVICE = "./bankroll serve --demo";

    /** What the platform of the drill has: one booking more than the backup. */
    private static final String PLATFORM_LIST = """
            transaction_id,type,amount,currency
            bet-11,debit,250,EUR
            win-11,credit,400,EUR
            bet-12,debit,100,EUR
            bet-13,debit,70,EUR
            """;

    @TempDir
    Path stage;

    private final Set<String> ran = new TreeSet<>();
    private DemoService service;
    private String head = "";
    private int bundles;

    @AfterEach
    void end() {
        if (service != null) {
            service.kill();
        }
    }

    @Test
    void shouldRunWhatThePagesSay() throws IOException {
        service = DemoService.start(path("data"));
        authenticate();
        List<Step> recover = steps("recover.md");
        runSections(recover, Set.of("Back up", "By the service", "The drill"));
        harm();
        runSections(recover, Set.of("A damaged journal"));
        heal();
        List<Step> troubleshoot = steps("troubleshoot.md");
        troubleshoot.forEach(this::run);
        steps("reports.md").forEach(this::run);

        assertEquals(Set.of("A damaged journal", "Back up", "By the service", "The drill"), sections(recover));
        assertTrue(ran.size() >= 32, ran::toString);
    }

    /** As the demo says: with its launch code, so that debits have a session. */
    private void authenticate() throws IOException {
        String command = service.guide().stream()
                .filter(line -> line.contains(" authenticate "))
                .findFirst()
                .orElseThrow();
        assertEquals(0, call(words(command.replaceFirst(" *#.*", ""))).exitCode(), command);
    }

    private void runSections(List<Step> steps, Set<String> sections) {
        steps.stream().filter(step -> sections.contains(step.section)).forEach(this::run);
    }

    private static Set<String> sections(List<Step> steps) {
        Set<String> sections = new TreeSet<>();
        steps.forEach(step -> sections.add(step.section));
        sections.add("By the service");
        return sections;
    }

    private void run(Step step) {
        if (step.command.equals(SERVICE)) {
            return;
        }
        prepare(step);
        Called called = call(words(step.command));
        ran.add(step.command);
        boolean mayBeBad = step.command.contains(" doctor "); // its verdict is of this machine
        assertTrue(
                called.exitCode() == step.exitCode || mayBeBad && called.exitCode() == 1, () -> step + "\n" + called);
        step.labels.forEach(
                label -> assertTrue(called.out().contains(label), () -> step + " prints no " + label + "\n" + called));
        Matcher printed = HEAD.matcher(called.out());
        if (step.command.contains(" backup ") && printed.find()) {
            head = printed.group();
        }
    }

    /** What the text between two commands says has happened. */
    private void prepare(Step step) {
        if (step.command.contains(" restore ")) {
            service.kill();
        }
        if (step.command.endsWith(" salvage data rescued") || step.command.contains(" init ")) {
            delete(path("rescued"));
        }
        if (step.command.contains(" reconcile ")) {
            write(path("platform.csv"), PLATFORM_LIST);
        }
    }

    private Called call(List<String> words) {
        if (words.get(0).equals("journal")) {
            return Called.journal(words.subList(1, words.size()).toArray());
        }
        if (words.get(0).equals("serve")) {
            service = DemoService.startOnCopyOf(path("data"), Path.of(words.get(words.size() - 1)));
            return new Called(0, "", "");
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                BankrollMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        List<String> all = new ArrayList<>(words);
        if (!List.of("init", "doctor").contains(words.get(0)) && !words.contains("--data")) {
            all.addAll(List.of("--data", service.data().toString()));
        }
        if (words.get(0).equals("support-bundle")) {
            all.addAll(List.of("--seconds", "1"));
            all.add(path("bundle-" + bundles++ + ".zip").toString());
        }
        int exitCode = line.execute(all.toArray(String[]::new));
        return new Called(exitCode, out.toString(), err.toString());
    }

    /** The command's words with this stage's own directories, ids and sequences for those of the page. */
    private List<String> words(String command) {
        List<String> words = new ArrayList<>();
        for (String word : command.substring("./bankroll ".length()).split(" +")) {
            words.add(
                    switch (word) {
                        case "data", "data-new", "rescued", "platform.csv", "bookings" ->
                            path(word).toString();
                        case "/backup/bankroll" -> path("backup").toString();
                        case "DIR" ->
                            path(command.contains(" init ") ? "rescued" : "data")
                                    .toString();
                        case "COMMAND" -> "verify";
                        case "ID" -> "bet-12";
                        case "81234" -> "5";
                        case "N" -> "3";
                        default -> HEAD.matcher(word).matches() ? head : word.replaceAll("^'|'$", "");
                    });
        }
        return words;
    }

    /** One bit of an early entry of the directory whose process was killed; the backup has that entry. */
    private void harm() {
        service.kill();
        FrameSurgery.frame(path("data"), 4).flip(100);
    }

    /** From here on data is the restored directory, and it is served. */
    private void heal() throws IOException {
        delete(path("data"));
        Files.move(path("data-new"), path("data"));
        delete(path("rescued"));
        service = DemoService.start(path("data"));
    }

    private Path path(String name) {
        return stage.resolve(name);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try {
            if (Files.exists(directory)) {
                DurableFiles.deleteAll(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A command of a page.
     *
     * @param labels what stands before the values that the page shows it print
     */
    private record Step(String section, String command, int exitCode, Set<String> labels) {
        @Override
        public String toString() {
            return section + ": " + command;
        }
    }

    /** Fenced blocks line by line, and what stands between backticks in the text. */
    private static List<Step> steps(String page) throws IOException {
        List<Step> steps = new ArrayList<>();
        Pattern inline = Pattern.compile("`(\\./bankroll [^`]+)`");
        String section = "";
        boolean isFenced = false;
        for (String line : Files.readAllLines(DOCS.resolve(page))) {
            if (line.startsWith("```")) {
                isFenced = !isFenced;
            } else if (isFenced && line.replaceFirst("^\\$ ", "").startsWith("./bankroll ")) {
                steps.add(step(section, line.replaceFirst("^\\$ ", "")));
            } else if (isFenced && !steps.isEmpty() && line.matches("[a-z][a-z ]*?  .*")) {
                steps.get(steps.size() - 1).labels.add(line.replaceFirst("  .*", ""));
            } else if (!isFenced && line.startsWith("#")) {
                section = line.replaceFirst("^#+ ", "");
            } else if (!isFenced) {
                Matcher command = inline.matcher(line);
                while (command.find()) {
                    steps.add(step(section, command.group(1)));
                }
            }
        }
        return steps;
    }

    private static Step step(String section, String line) {
        Matcher exitCode = EXIT_CODE.matcher(line);
        int wanted = exitCode.find() ? Integer.parseInt(exitCode.group(1)) : 0;
        return new Step(section, line.replaceFirst(" *#.*", "").strip(), wanted, new TreeSet<>());
    }
}

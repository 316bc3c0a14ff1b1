package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.cluster.ClusterStatus;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules and the dashboard that ship: every figure that they name is told, every runbook that they name is written. */
@NeedsOwnService
class OpsFilesTest {
    private static final Path ROOT = Path.of(System.getProperty("bankroll.root", ".."));
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path OPS = ROOT.resolve("ops");
    private static final Pattern FIGURE = Pattern.compile("\\bbankroll_[a-z_]+");
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
    private static final Pattern RUNBOOK = Pattern.compile("runbook: (docs/\\S+\\.md)#(\\S+)");

    @TempDir
    Path directory;

    @Test
    void shouldNameOnlyFiguresThatAreTold() throws IOException {
        Set<String> told = told();
        for (String file : List.of("alerts.yml", "alerts-test.yml", "dashboard.json")) {
            Set<String> named = new TreeSet<>();
            Matcher figures = FIGURE.matcher(Files.readString(OPS.resolve(file)));
            while (figures.find()) {
                named.add(figures.group().replaceAll("_(bucket|sum|count)$", ""));
            }

            named.removeAll(told);

            assertEquals(Set.of(), named, file);
        }
    }

    @Test
    void shouldSayInTheDocumentsWhatEachFigureTells() throws IOException {
        Set<String> written = Files.readAllLines(ROOT.resolve("docs/watch.md")).stream()
                .filter(line -> line.startsWith("| "))
                .flatMap(line -> NAMED.matcher(line.split("\\|")[1]).results())
                .map(name -> name.group(1).replaceAll("\\{.*", ""))
                .collect(Collectors.toSet());

        Set<String> unwritten = told().stream()
                .filter(figure -> figure.startsWith("bankroll_"))
                .filter(figure -> written.stream().noneMatch(name -> isMeant(figure, name)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(Set.of(), unwritten);
    }

    /** The page leaves out what names have in common. */
    private static boolean isMeant(String figure, String name) {
        String rest = name.replace("…", "");
        return name.endsWith("…")
                ? figure.startsWith(rest)
                : name.startsWith("…") ? figure.endsWith(rest) : figure.equals(name);
    }

    @Test
    void shouldNameARunbookThatIsWritten() throws IOException {
        Matcher runbooks = RUNBOOK.matcher(Files.readString(OPS.resolve("alerts.yml")));
        int count = 0;
        while (runbooks.find()) {
            Set<String> sections = Files.readAllLines(ROOT.resolve(runbooks.group(1))).stream()
                    .filter(line -> line.startsWith("#"))
                    .map(line ->
                            line.replaceAll("^#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-'))
                    .collect(Collectors.toSet());
            assertTrue(sections.contains(runbooks.group(2)), runbooks.group());
            count++;
        }
        assertTrue(count >= 10, "rules with a runbook: " + count);
    }

    @Test
    void shouldTryEachRuleWhenItFiresAndWhenItIsSilent() throws IOException {
        Set<String> rules = found("- alert: (\\w+)", "alerts.yml");

        assertTrue(rules.size() >= 20, rules::toString);
        assertEquals(rules, found("alertname: (\\w+)\\s+exp_alerts:", "alerts-test.yml"));
        assertEquals(rules, found("alertname: (\\w+)(?!\\w|\\s+exp_alerts:)", "alerts-test.yml"));
    }

    private static Set<String> found(String pattern, String file) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(OPS.resolve(file)))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldHoldADashboardThatCanBeRead() throws IOException {
        assertTrue(Json.read(Files.readString(OPS.resolve("dashboard.json")))
                        .path("panels")
                        .size()
                >= 10);
    }

    @Test
    void shouldPassPromtoolsOwnChecks() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "needs promtool (Debian: prometheus)");

        assertEquals("", failure("promtool", "check", "rules", "alerts.yml"));
        assertEquals("", failure("promtool", "test", "rules", "alerts-test.yml"));
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            assertEquals("", withInput(metrics(service), "promtool", "check", "metrics"));
        }
    }

    private Set<String> told() {
        CertificateFiles files = TestAuthority.listener(directory, "platform");
        ServiceSettings withTls = new ServiceSettings()
                .set("platform.tls-certificate", files.certificate().toString())
                .set("platform.tls-key", files.key().toString());
        try (ServiceUnderTest service = ServiceUnderTest.start(withTls)) {
            TestPlayer player = service.player("100");
            service.wallet().book(player.debit("1"));
            service.wallet().transactions(List.of(player.credit("1", player.debit("2"))));
            service.operator().endpoint().send(Call.get("/operator/v1/status")).shouldBe(401);
            String alone = Eventually.within(
                    LIMIT, "what the ledger is asked for", () -> metrics(service), OpsFilesTest::isWhole);
            return Stream.concat(alone.lines(), ofANode().lines())
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ")[2])
                    .collect(Collectors.toSet());
        }
    }

    private static String ofANode() {
        ClusterStatus status = new ClusterStatus(0, 3, "leader", 1, "", 0, "closed", 1, 0, 0, 0, 0, 0, 0, 0);
        return new String(new MetricsPage("").cluster(() -> status).scrape(), StandardCharsets.UTF_8);
    }

    /** The first look asks the ledger, one after its answers tells them. */
    private static boolean isWhole(String metrics) {
        return metrics.contains("bankroll_trial_balance_unbalanced");
    }

    private static String metrics(ServiceUnderTest service) {
        return service.operator()
                .endpoint()
                .send(Call.get("/metrics"))
                .shouldBe(200)
                .text();
    }

    private static String failure(String... command) throws Exception {
        return withInput("", command);
    }

    /** What a command printed that did not end with 0; empty when it did. */
    private static String withInput(String input, String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(OPS.toFile())
                .redirectErrorStream(true)
                .start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : printed;
    }
}

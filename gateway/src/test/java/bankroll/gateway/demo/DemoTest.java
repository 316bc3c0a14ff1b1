package bankroll.gateway.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.Service;
import bankroll.gateway.cli.BankrollMain;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.Flag;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.demo.Demo.DemoGuide;
import bankroll.gateway.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoTest {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir
    Path directory;

    @Test
    void shouldPrintCommandsThatWorkOneAfterAnother() throws Exception {
        try (Service service = start()) {
            List<String> commands = commands(guide(service));

            assertEquals(12, commands.size(), commands.toString());
            for (String command : commands) {
                assertEquals(ExitCode.OK, run(command), command);
            }
            assertEquals("105150", balance(service));
        }
    }

    @Test
    void shouldPrintCommandsThatTrustTheListenersOwnCertificates() throws Exception {
        Path platform = directory.resolve("tls");
        CertificateFiles first = TestAuthority.listener(Files.createDirectory(platform), "platform");
        CertificateFiles second = TestAuthority.listener(platform, "operator");
        Configuration configuration = configuration(
                new Flag("platform.tls-certificate", "--a", first.certificate().toString()),
                new Flag("platform.tls-key", "--b", first.key().toString()),
                new Flag("operator.tls-certificate", "--c", second.certificate().toString()),
                new Flag("operator.tls-key", "--d", second.key().toString()));
        try (Service service = Service.start(configuration, "test")) {
            StringWriter out = new StringWriter();
            Demo.begin(configuration, service, new PrintWriter(out));
            List<String> commands = commands(out.toString());
            assertEquals(12, commands.size(), commands.toString());
            for (String command : commands) {
                assertEquals(ExitCode.OK, run(command), command);
            }
            String untrusting = commands.get(1).replaceAll(" --ca-file \\S+", "");
            assertEquals(ExitCode.UNAVAILABLE, run(untrusting), untrusting);
        }
    }

    @Test
    void shouldEndWith3WhenSomethingWasNotBooked() throws Exception {
        try (Service service = start()) {
            guide(service);
            String call = "./bankroll call --data " + directory + " ";
            String login = commands(guide(service)).get(0);
            assertEquals(ExitCode.OK, run(login), login);

            assertEquals(ExitCode.NOT_BOOKED, run(call + "debit " + DemoGuide.PLAYER + " 999999999 --id much"));
            assertEquals(
                    ExitCode.OK,
                    run(call + "debit " + DemoGuide.PLAYER + " 999999999 --id much --ok-if retry,insufficient_funds"));
            assertEquals(ExitCode.OK, run(call + "lookup much"));
            assertEquals(ExitCode.NOT_BOOKED, run(call + "credit nobody 5 --id nobodys"));
            assertEquals(ExitCode.WRONG, run(call + "balance nobody"));
        }
    }

    @Test
    void shouldFindEverythingAsItWasLeftAtTheNextStart() throws Exception {
        String first;
        try (Service service = start()) {
            first = guide(service);
        }
        try (Service service = start()) {
            String second = guide(service);

            assertEquals(line(first, "signing secret"), line(second, "signing secret"));
            assertEquals(line(first, "operator token"), line(second, "operator token"));
            assertEquals("100000", balance(service));
        }
    }

    private Configuration configuration(Flag... more) {
        List<Flag> flags = new ArrayList<>(List.of(
                new Flag("data", "--data", directory.toString()),
                new Flag("platform.listen", "--listen", "127.0.0.1:0"),
                new Flag("operator.listen", "--operator-listen", "127.0.0.1:0"),
                new Flag("journal.sync", "--sync", "none")));
        flags.addAll(List.of(more));
        return ConfigurationLoader.load(new ConfigurationSources(
                flags, Map.of(), Optional.empty(), DemoSecrets.in(directory).ensure()));
    }

    private Service start() throws IOException {
        return Service.start(configuration(), "test");
    }

    private String guide(Service service) {
        StringWriter out = new StringWriter();
        Demo.begin(configuration(), service, new PrintWriter(out));
        return out.toString();
    }

    private String balance(Service service) {
        String secret =
                DemoSecrets.read(DemoSecrets.in(directory).signingSecret()).orElseThrow();
        HttpAnswer answer = ServiceClient.platform(service.platformUrl(), Trust.ofJava(), secret)
                .call("POST", "/players/balance", Json.write(Map.of("player_id", DemoGuide.PLAYER)));
        return Json.find(answer.body(), "balance").orElseThrow();
    }

    private static List<String> commands(String guide) {
        return guide.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("./bankroll call"))
                .toList();
    }

    private static int run(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command.substring("./bankroll ".length()));
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        StringWriter out = new StringWriter();
        CommandLine commandLine = BankrollMain.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        return commandLine.execute(words.toArray(String[]::new));
    }

    private static String line(String guide, String begin) {
        String found = guide.lines()
                .filter(line -> line.strip().startsWith(begin))
                .findFirst()
                .orElse("");
        assertTrue(found.length() > begin.length(), guide);
        return found;
    }
}

package bankroll.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What was packed is installed and does its work, on machines that have no Java. */
class ReleaseTest {
    private static final Path PACKED = Path.of(System.getProperty("release.directory"));
    private static final String VERSION = System.getProperty("release.version");
    private static final Pattern EXPOSURE = Pattern.compile("Overall exposure level for \\S+: ([0-9.]+)");
    private static final Pattern BOOKED = Pattern.compile("\"status\"\\s*:\\s*\"ok\"");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void shouldBookFromTheArchiveWithItsOwnJava() throws Exception {
        Machine machine = Machine.here();
        machine.succeed("tar", "xzf", archive().toString(), "-C", directory.toString());
        String bankroll =
                directory.resolve("bankroll-" + VERSION).resolve("bankroll").toString();

        assertTrue(machine.succeed(bankroll, "version").contains("bankroll " + VERSION));
        book(machine, Map.of(), List.of(bankroll), directory.resolve("data").toString());
        assertTrue(machine.succeed(
                        bankroll, "journal", "verify", directory.resolve("data").toString())
                .contains("good"));
    }

    @Test
    void shouldCompleteTheCommandsOfAllParts() throws Exception {
        Machine machine = Machine.here();
        machine.succeed("tar", "xzf", archive().toString(), "-C", directory.toString());
        Path completion = directory.resolve("bankroll-" + VERSION).resolve("completion/bankroll");

        Map<String, String> completed = Map.of(
                "journal ve", "verify",
                "support", "support-bundle",
                "vers", "version",
                "support-bundle --ca", "--ca-file",
                "call --op", "--operator-url");
        for (Map.Entry<String, String> words : completed.entrySet()) {
            String found = machine.succeed(
                    "bash",
                    "-c",
                    // The shell has this one only while a person completes.
                    "compopt() { :; }; source " + completion + "; COMP_WORDS=(bankroll " + words.getKey()
                            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_bankroll; echo \"${COMPREPLY[@]}\"");
            assertEquals(words.getValue(), found.strip(), words.getKey());
        }
    }

    @Test
    void shouldBookFromTheDebianPackageAsItsOwnUser() throws Exception {
        needRoot();
        needProgram("dpkg");
        try (Machine machine = Machine.withoutJava(directory)) {
            Path inside = Files.createDirectories(directory.resolve("upper/tmp/package"));
            Files.copy(debianPackage(), inside.resolve("bankroll.deb"));
            machine.succeed("dpkg", "--install", "/tmp/package/bankroll.deb");

            assertTrue(machine.succeed("bankroll", "version").contains("bankroll " + VERSION));
            assertEquals("700 bankroll\n", machine.succeed("stat", "-c", "%a %U", "/var/lib/bankroll"));
            assertEquals(
                    "640 root bankroll\n", machine.succeed("stat", "-c", "%a %U %G", "/etc/bankroll/bankroll.conf"));
            String ledger = "/var/lib/bankroll/ledger";
            book(machine, Map.of("USER", "bankroll:bankroll"), List.of("/usr/bin/bankroll"), ledger);
            assertTrue(
                    machine.run("bankroll", "doctor", "--config", "/etc/bankroll/bankroll.conf")
                            .printed()
                            .contains("in " + ledger),
                    "who runs a command by hand finds the ledger of the service");

            machine.succeed("mv", "/etc/bankroll/bankroll.conf", "/etc/bankroll/ours.conf");
            machine.succeed("dpkg", "--install", "/tmp/package/bankroll.deb");
            assertTrue(machine.succeed("ls", "/usr/lib/bankroll").contains("runtime"));
            machine.succeed("dpkg", "--purge", "bankroll");
            assertFalse(
                    machine.succeed("ls", "/usr/lib").lines().anyMatch("bankroll"::equals), "nothing of it is left");
            assertTrue(machine.succeed("ls", "/var/lib/bankroll").contains("ledger"), "money must outlive its program");
        }
    }

    @Test
    void shouldBookFromTheImageThatHoldsNothingElse() throws Exception {
        needRoot();
        Path layers = Files.createDirectories(directory.resolve("layers"));
        Path root = Files.createDirectories(directory.resolve("image"));
        Machine here = Machine.here();
        here.succeed("tar", "xf", image().toString(), "-C", layers.toString());
        try (Stream<Path> files = Files.list(layers)) {
            for (Path layer :
                    files.filter(file -> file.toString().endsWith(".tar.gz")).toList()) {
                here.succeed("tar", "xzf", layer.toString(), "-C", root.toString());
            }
        }
        String config = Files.readString(layers.resolve("config.json"));
        assertTrue(config.contains("\"User\":\"10001:10001\""), config);

        try (Machine machine = Machine.in(root)) {
            Map<String, String> environment = new HashMap<>(Map.of("USER", "10001:10001", "LC_ALL", "C.UTF-8"));
            book(machine, environment, entrypoint(config), "/data/ledger");
        }
        assertFalse(Files.exists(root.resolve("bin")), "an image without a shell");
    }

    @Test
    void shouldLeaveTheServiceLittleOfTheMachine() throws Exception {
        needProgram("systemd-analyze");
        Path unit = directory.resolve("bankroll.service");
        Machine.here().succeed("dpkg-deb", "-x", debianPackage().toString(), directory.toString());
        Files.copy(directory.resolve("lib/systemd/system/bankroll.service"), unit);
        assertFalse(Files.readString(unit).contains("BANKROLL_DATA"), "the configuration says where the ledger is");

        Machine.Ran ran =
                Machine.here().run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit.toString());

        Matcher exposure = EXPOSURE.matcher(ran.printed());
        assertTrue(exposure.find(), ran.printed());
        assertTrue(Double.parseDouble(exposure.group(1)) <= 2.0, exposure.group());
    }

    /** The demo's first debit, as a newcomer pastes it. */
    private static void book(Machine machine, Map<String, String> user, List<String> bankroll, String data)
            throws Exception {
        Map<String, String> environment = new HashMap<>(user);
        environment.put("BANKROLL_PLATFORM_LISTEN", "127.0.0.1:0");
        environment.put("BANKROLL_OPERATOR_LISTEN", "127.0.0.1:0");
        environment.put("BANKROLL_DATA", data);
        List<String> serve = new ArrayList<>(bankroll);
        serve.addAll(List.of("serve", "--demo"));
        Process service = machine.process(environment, serve).start();
        try {
            List<String> guide = awaitReady(service);
            String url = guide.stream()
                    .filter(line -> line.strip().startsWith("platforms "))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll(".*(http\\S+).*", "$1");
            String code = guide.stream()
                    .filter(line -> line.strip().startsWith("launch code"))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll(".* ", "");
            call(machine, environment, bankroll, url, "authenticate", code);
            String debit = call(machine, environment, bankroll, url, "debit", "demo-anna", "250", "--id", "bet-1");
            assertTrue(BOOKED.matcher(debit).find(), debit);
        } finally {
            service.destroy();
            assertTrue(service.waitFor(60, TimeUnit.SECONDS), "it ends when it is told to");
        }
        assertEquals(0, service.exitValue());
    }

    private static String call(
            Machine machine, Map<String, String> environment, List<String> bankroll, String url, String... what)
            throws Exception {
        List<String> command = new ArrayList<>(bankroll);
        command.addAll(List.of("call", "--url", url, "--data", environment.get("BANKROLL_DATA")));
        command.addAll(List.of(what));
        Process process = machine.process(environment, command).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    private static List<String> awaitReady(Process service) throws IOException {
        List<String> printed = new ArrayList<>();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            printed.add(line);
            if (line.startsWith("Ctrl-C")) {
                drain(lines);
                return printed;
            }
        }
        throw new AssertionError(String.join("\n", printed));
    }

    /** A service whose lines nobody reads would stand still. */
    private static void drain(BufferedReader lines) {
        Thread reader = new Thread(() -> lines.lines().forEach(line -> {}));
        reader.setDaemon(true);
        reader.start();
    }

    private static List<String> entrypoint(String config) {
        Matcher list = Pattern.compile("\"Entrypoint\":\\[([^]]*)]").matcher(config);
        assertTrue(list.find(), config);
        return Stream.of(list.group(1).split(","))
                .map(word -> word.replace("\"", ""))
                .toList();
    }

    private static Path archive() {
        return PACKED.resolve("bankroll-" + VERSION + "-linux-x86_64.tar.gz");
    }

    private static Path debianPackage() {
        return PACKED.resolve("bankroll_" + VERSION + "_amd64.deb");
    }

    private static Path image() {
        return PACKED.resolve("bankroll-" + VERSION + "-image.tar");
    }

    private static void needRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "a machine to install on needs root");
    }

    private static void needProgram(String name) {
        assumeTrue(
                Stream.of("/usr/bin/", "/bin/", "/usr/sbin/")
                        .anyMatch(place -> Files.isExecutable(Path.of(place + name))),
                "needs " + name);
    }
}

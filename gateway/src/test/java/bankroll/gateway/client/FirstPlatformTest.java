package bankroll.gateway.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.ServiceClasses;
import bankroll.gateway.faults.Needs;
import bankroll.testkit.FreePorts;
import bankroll.testkit.ReleasedClasses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** "A platform without the demo" of docs/integrate.md: its commands, as they stand there, lead from nothing to a round. */
class FirstPlatformTest {
    private static final Path PAGE = Path.of(System.getProperty("bankroll.root", ".."), "docs", "integrate.md");
    private static final Pattern BLOCK = Pattern.compile("```\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    private final String platform = "127.0.0.1:" + FreePorts.next();
    private final String operator = "127.0.0.1:" + FreePorts.next();

    @Test
    void shouldLeadFromNothingToARound() throws Exception {
        Needs.tools("bash", "openssl", "sed");
        List<String> blocks = commands();
        assertEquals(3, blocks.size(), blocks::toString);
        makeCommand();

        run(blocks.get(0));
        Process service = shell("exec " + blocks.get(1));
        try {
            awaitReady(service);
            String printed = run(blocks.get(2));

            assertTrue(printed.contains("\"balance\" : \"10150\""), printed);
            assertTrue(printed.contains("verdict    conforms"), printed);
        } finally {
            service.destroy();
            service.waitFor();
        }
    }

    private static List<String> commands() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("## A platform without the demo");
        String section = page.substring(from, page.indexOf("\n## ", from));
        return BLOCK.matcher(section).results().map(block -> block.group(1)).toList();
    }

    /** {@code ./bankroll} as the script starts it, at ports that are free here. */
    private void makeCommand() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = "#!/usr/bin/env bash\n"
                + "case $1 in\n"
                + "  serve | config) set -- \"$@\" --listen " + platform + " --operator-listen " + operator + " ;;\n"
                + "  call | platform) set -- \"$@\" --url http://" + platform + "/v1 --operator-url http://" + operator
                + " ;;\n"
                + "esac\n"
                + "exec '" + java + "' '@" + System.getProperty("bankroll.jvm.options", "../config/jvm.options")
                + "' -Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "
                + String.join(" ", ServiceClasses.SHARED.flags())
                + " '-Dlogback.configurationFile="
                + System.getProperty("logback.configurationFile", "") + "' -cp '" + ReleasedClasses.PATH
                + "' bankroll.gateway.cli.BankrollMain \"$@\"\n";
        Path command = Files.writeString(directory.resolve("bankroll"), script);
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    private Process shell(String commands) throws IOException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        shell.environment().put("BANKROLL_LOG_LEVEL", "INFO");
        return shell.start();
    }

    private String run(String commands) throws Exception {
        Process shell = shell(commands);
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), printed);
        return printed;
    }

    /** It says so itself; what it says afterwards is read, too, so that it never waits for a reader. */
    private static void awaitReady(Process service) throws IOException {
        BufferedReader lines = service.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.append(line).append('\n');
            if (line.contains(" is ready: ")) {
                Thread rest = new Thread(() -> readOn(lines));
                rest.setDaemon(true);
                rest.start();
                return;
            }
        }
        throw new AssertionError("the service ended:\n" + said);
    }

    private static void readOn(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // the service has ended
        }
    }
}

package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM of a service in production, by config/service.options: nobody looks into it from outside. */
@NeedsOwnService
class ProductionFlagsTest {
    @TempDir
    private Path directory;

    /** A flag that names a method which is called otherwise now says nothing, and nobody would see it. */
    @Test
    void shouldNameMethodsThatAreThere() throws Exception {
        int named = 0;
        for (String line : options()) {
            if (line.startsWith("-XX:CompileCommand=dontinline,")) {
                String[] method = line.substring(line.indexOf(',') + 1).split("::");
                assertTrue(
                        Stream.of(Class.forName(method[0]).getDeclaredMethods())
                                .anyMatch(each -> each.getName().equals(method[1])),
                        line);
                named++;
            }
        }
        assertTrue(named > 0);
    }

    private static List<String> options() throws IOException {
        return Files.readAllLines(Path.of(System.getProperty("bankroll.root", ".."), "config", "service.options"));
    }

    /** All of them but the collector, of which there can be one only. */
    private static Launch inProduction() throws IOException {
        return Launch.PLAIN.flags(options().stream()
                .filter(line -> line.startsWith("-") && !line.equals("-XX:+UseG1GC"))
                .toArray(String[]::new));
    }

    private static Path perfFile(Process process) {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "hsperfdata_" + System.getProperty("user.name"),
                Long.toString(process.pid()));
    }

    private static VirtualMachine attach(Process process, long patienceMs)
            throws IOException, AttachNotSupportedException {
        System.setProperty("sun.tools.attach.attachTimeout", Long.toString(patienceMs));
        return VirtualMachine.attach(Long.toString(process.pid()));
    }

    @Test
    void shouldLetNobodyAttachAndLeaveNoFileOfItsFigures() throws IOException {
        try (ServiceProcess process =
                ServiceProcess.start(new ServiceSettings(), directory.resolve("data"), inProduction())) {
            assertFalse(Files.exists(perfFile(process.process())));
            assertThrows(AttachNotSupportedException.class, () -> attach(process.process(), 1_000));
            ServiceUnderTest service = ServiceUnderTest.of(process);
            assertEquals("5", service.wallet().balanceOf(service.player("5").id()));
        }
    }

    /** The other way round, so that the test above can fail; any program will do. */
    @Test
    void shouldSeeBothWhereTheFlagsAreNotGiven() throws IOException, AttachNotSupportedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + System.getProperty("bankroll.jvm.options", "../config/jvm.options"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName())
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertEquals("waiting", said.readLine());
            assertTrue(Files.exists(perfFile(process)));
            attach(process, 60_000).detach();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Runs until somebody ends it. */
    static final class Waiting {
        public static void main(String[] arguments) throws IOException {
            System.out.println("waiting");
            System.in.read();
        }
    }
}

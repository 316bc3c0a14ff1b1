package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The service's classes as the JVM has laid them out once: a process that maps them starts in less time, and these tests
 * start many. One process does it beside the first tests; those that start before it is done, or where this JVM can't, do
 * without.
 */
public final class SharedClasses {
    private static final SharedClasses OF_THIS_RUN = new SharedClasses();

    private volatile List<String> flags = List.of();

    private SharedClasses() {
        Thread thread = new Thread(this::lay, "shared-classes");
        thread.setDaemon(true);
        thread.start();
    }

    /** For a JVM that has {@link ReleasedClasses#PATH} and no agent. */
    public static List<String> flags() {
        return OF_THIS_RUN.flags;
    }

    /** By a short life of a service: what it has loaded at its end is what others will need. */
    private void lay() {
        try {
            Path directory = Files.createTempDirectory("bankroll-shared");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> ServiceUnderTest.delete(directory)));
            Path archive = directory.resolve("classes.jsa");
            Launch launch = Launch.PLAIN.flags("-XX:ArchiveClassesAtExit=" + archive);
            try (ServiceProcess process =
                    ServiceProcess.start(new ServiceSettings(), directory.resolve("data"), launch)) {
                ServiceUnderTest service = ServiceUnderTest.of(process);
                service.wallet().book(service.player("1").debit("1")).shouldBe("ok");
                process.terminate();
            }
            if (Files.exists(archive)) {
                flags = List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=error", "-Xlog:cds+dynamic=error");
            }
        } catch (IOException | AssertionError e) {
            System.out.println("no shared classes: " + e.getMessage());
        }
    }
}

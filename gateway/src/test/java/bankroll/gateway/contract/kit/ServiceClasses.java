package bankroll.gateway.contract.kit;

import bankroll.testkit.SharedClasses;
import java.io.IOException;
import java.nio.file.Path;

/** The service's classes as a JVM has laid them out once, for all processes that must start fast. */
public final class ServiceClasses {
    /** Laid out beside the first tests. */
    public static final SharedClasses SHARED = SharedClasses.of(ServiceClasses::live);

    private ServiceClasses() {}

    private static void live(Path directory, String flag) throws IOException {
        try (ServiceProcess process =
                ServiceProcess.start(new ServiceSettings(), directory.resolve("data"), Launch.PLAIN.flags(flag))) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            service.wallet().book(service.player("1").debit("1")).shouldBe("ok");
            process.terminate();
        }
    }
}

package bankroll.gateway.contract.kit;

import java.nio.file.Path;

/** The adapter: the only class of the contract tests that calls the product's own wiring. */
final class LocalService {
    private LocalService() {}

    /** Starts the service in this JVM on free ports. */
    static RunningService start(ServiceSettings settings, Path data) {
        return ServiceProcess.start(settings, data);
    }
}

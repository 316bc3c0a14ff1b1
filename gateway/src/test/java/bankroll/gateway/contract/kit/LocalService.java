package bankroll.gateway.contract.kit;

import bankroll.gateway.Service;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter: the only class of the contract tests that calls the product's own wiring. */
final class LocalService implements RunningService {
    private final Service service;
    private final ServiceClock clock;

    private LocalService(Service service, ServiceClock clock) {
        this.service = service;
        this.clock = clock;
    }

    /** Starts the service in this JVM on free ports, by a clock that the test moves. */
    static RunningService start(ServiceSettings settings, Path data) {
        settings.set("data", data.toString())
                .set("platform.listen", settings.listen())
                .set("operator.listen", "127.0.0.1:0");
        try {
            Path file = Files.writeString(Files.createTempFile("bankroll-contract", ".conf"), settings.text());
            try {
                ServiceClock clock = ServiceClock.standing();
                ConfigurationSources sources =
                        new ConfigurationSources(List.of(), Map.of(), Optional.of(file), AddedParties.NONE);
                return new LocalService(
                        Service.start(ConfigurationLoader.load(sources), "contract-tests", options -> {
                            clock.into(options);
                            settings.engine().accept(options);
                        }),
                        clock);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public URI platform() {
        return URI.create(service.platformUrl());
    }

    @Override
    public URI operator() {
        return URI.create(service.operatorUrl());
    }

    @Override
    public ServiceClock clock() {
        return clock;
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** A running service and those who speak to it. Close what you start; the shared one ends with the JVM. */
public final class ServiceUnderTest implements AutoCloseable {
    private final RunningService running;
    private final Path temporary;

    private ServiceUnderTest(RunningService running, Path temporary) {
        this.running = running;
        this.temporary = temporary;
    }

    /** The one service of this JVM: every kind of platform, the product's defaults for all else. */
    public static ServiceUnderTest shared() {
        return Shared.SERVICE;
    }

    /** A service of its own in this JVM, over a fresh data directory. */
    public static ServiceUnderTest start(ServiceSettings settings) {
        Path directory = temporaryDirectory();
        return new ServiceUnderTest(LocalService.start(settings, directory.resolve("data")), directory);
    }

    /** A service in this JVM over a directory that outlives it. */
    public static ServiceUnderTest start(ServiceSettings settings, Path data) {
        return new ServiceUnderTest(LocalService.start(settings, data), null);
    }

    /** The parties of a service that was started otherwise. */
    public static ServiceUnderTest of(RunningService running) {
        return new ServiceUnderTest(running, null);
    }

    /** The platform {@code alpha}. */
    public Wallet wallet() {
        return wallet(RemoteService.isGiven() ? System.getProperty("contract.secret") : ServiceSettings.ALPHA);
    }

    /** A platform with this secret. */
    public Wallet wallet(String secret) {
        return new Wallet(new Endpoint(running.platform()), Signer.of(secret), clock());
    }

    /** The service's time. */
    public ServiceClock clock() {
        return running.clock();
    }

    /** The operator with the role admin. */
    public Operator operator() {
        return operator(RemoteService.isGiven() ? System.getProperty("contract.token") : ServiceSettings.ADMIN);
    }

    /** The operator with this token. */
    public Operator operator(String token) {
        return new Operator(new Endpoint(running.operator()), token);
    }

    /** A new player with a balance in euros and an open session. */
    public TestPlayer player(String balance) {
        return player(balance, "EUR");
    }

    /** A new player with a balance and an open session. */
    public TestPlayer player(String balance, String currency) {
        String id = Fresh.id("p");
        operator().create(Map.of("player_id", id, "currency", currency));
        TestPlayer player = new TestPlayer(id, currency, session(id));
        if (!balance.equals("0")) {
            operator().deposit(player, balance);
        }
        return player;
    }

    /** Opens one more session for a player. */
    public String session(String playerId) {
        return wallet().authenticate(operator().launchCode(playerId), "roulette")
                .shouldBeOk()
                .member("session_id");
    }

    @Override
    public void close() {
        running.close();
        if (temporary != null) {
            delete(temporary);
        }
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("bankroll-contract");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Shared {
        static final ServiceUnderTest SERVICE = open();

        private static ServiceUnderTest open() {
            if (RemoteService.isGiven()) {
                return of(RemoteService.given());
            }
            ServiceUnderTest service = start(ServiceSettings.shared());
            Runtime.getRuntime().addShutdownHook(new Thread(service::close));
            return service;
        }
    }
}

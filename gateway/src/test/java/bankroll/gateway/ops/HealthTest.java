package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.EngineContext;
import bankroll.gateway.Service;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.JournalRoom;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a load balancer and a person at three in the morning hear of a service that starts, is full, or ends. */
@NeedsOwnService
class HealthTest {
    private static final int ENTRIES = 300;
    private static final int CALLERS = 8;
    /** Of each caller, when the first was sent away: so many that all connections have had an answer. */
    private static final int REQUESTS_LATER = 50;

    @TempDir
    private Path directory;

    @Test
    void shouldSayHowFarTheStartIsWhileItReplays() throws Exception {
        Path data = directory.resolve("data");
        ServiceSettings settings = new ServiceSettings().set("snapshot.every-transactions", 0);
        try (ServiceUnderTest service = ServiceUnderTest.start(settings, data)) {
            TestPlayer player = service.player("0");
            for (int i = 0; i < ENTRIES; i++) {
                service.wallet().book(player.credit("1"));
            }
        }
        HeldReplay replay = new HeldReplay(ENTRIES);
        int port = FreePorts.next();
        Endpoint operator = new Endpoint(URI.create("http://127.0.0.1:" + port));
        CompletableFuture<Service> starting = CompletableFuture.supplyAsync(() -> start(settings, port, replay::into));
        replay.awaitHeld();

        Answer ready = operator.send(Call.get("/health/ready")).shouldBeProblem(503, "unavailable");
        String detail = ready.member("detail");
        assertTrue(
                detail.matches("the service is starting: entry 256 of \\d+ \\(8\\d %\\), \\d+ entries/s, \\d+ s left"),
                detail);
        operator.send(Call.get("/health/live")).shouldBe(200);
        String metrics = operator.send(Call.get("/metrics")).shouldBe(200).text();
        assertTrue(metrics.contains("bankroll_recovery_ratio{step=\"snapshot\"} 1.0\n"), metrics);
        assertTrue(metrics.contains("bankroll_recovery_ratio{step=\"replay\"} 0.8"), metrics);
        assertTrue(metrics.contains("bankroll_recovery_ratio{step=\"chain\"} 0.0\n"), metrics);

        replay.goOn();
        try (Service service = starting.get()) {
            operator.send(Call.get("/health/ready")).shouldBe(200);
            metrics = operator.send(Call.get("/metrics")).shouldBe(200).text();
            assertTrue(metrics.contains("bankroll_recovery_left_seconds 0.0\n"), metrics);
            assertTrue(metrics.contains("bankroll_recovery_ratio{step=\"replay\"} 1.0\n"), metrics);
        }
    }

    @Test
    void shouldStayReadyForReadsOnAFullDiskAndTellWhoAsksForBookings() {
        JournalRoom room = new JournalRoom();
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings().engine(room::into))) {
            TestPlayer player = service.player("5");
            Endpoint operator = service.operator().endpoint();
            room.low(true);

            operator.send(Call.get("/health/ready")).shouldBe(200);
            operator.send(Call.get("/health/ready?for=money")).shouldBe(200);
            Answer bookings =
                    operator.send(Call.get("/health/ready?x=1&for=bookings")).shouldBeProblem(503, "unavailable");
            assertTrue(bookings.member("detail").contains("bytes are free for the journal"), bookings::text);
            service.wallet().transactions(List.of(player.debit("1"))).shouldBeProblem(503, "unavailable");
            assertEquals("5", service.wallet().balanceOf(player.id()));

            room.low(false);
            operator.send(Call.get("/health/ready?for=bookings")).shouldBe(200);
        }
    }

    @Test
    void shouldSay503ForTheDrainsGraceAndBookUntilItsListenerCloses() throws InterruptedException {
        ServiceSettings settings = new ServiceSettings().set("platform.drain-grace", 3_600);
        ServiceUnderTest service = ServiceUnderTest.start(settings);
        TestPlayer player = service.player("5");
        Endpoint operator = service.operator().endpoint();
        Thread ending = new Thread(service::close);
        ending.start();

        Eventually.within(
                Duration.ofSeconds(20),
                "not ready while it drains",
                () -> operator.send(Call.get("/health/ready")).status(),
                status -> status == 503);
        operator.send(Call.get("/health/ready?for=bookings")).shouldBeProblem(503, "unavailable");
        operator.send(Call.get("/health/live")).shouldBe(200);
        service.wallet().book(player.debit("1"));

        ending.interrupt();
        ending.join();
    }

    /** A client's next connection is another service's, when the load balancer has turned away by then. */
    @Test
    void shouldSendItsClientsAwayInTheSecondHalfOfTheDrainsGraceAndLoseNoRequest() throws Exception {
        ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings().set("platform.drain-grace", 20));
        Wallet wallet = service.wallet();
        TestPlayer player = service.player("1000000");
        AtomicInteger sentAway = new AtomicInteger();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        Callable<Integer> caller = () -> {
            int booked = 0;
            for (int later = 0; later < REQUESTS_LATER; later += sentAway.get() > 0 ? 1 : 0) {
                Answer answer = wallet.transactions(List.of(player.debit("1"))).shouldBeOk();
                answer.header("connection").filter("close"::equals).ifPresent(close -> sentAway.incrementAndGet());
                booked++;
            }
            return booked;
        };
        List<Future<Integer>> calling =
                Stream.generate(() -> callers.submit(caller)).limit(CALLERS).toList();
        Thread ending = new Thread(service::close);
        ending.start();

        int booked = 0;
        for (Future<Integer> calls : calling) {
            booked += calls.get();
        }
        assertEquals(Integer.toString(1_000_000 - booked), wallet.balanceOf(player.id()));
        assertTrue(sentAway.get() <= CALLERS, "of new connections none: " + sentAway);

        callers.shutdown();
        ending.interrupt();
        ending.join();
    }

    @Test
    void shouldTellWhatCameOfTheLastSnapshot() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("snapshot.every-transactions", 1))) {
            TestPlayer player = service.player("5");
            service.wallet().book(player.debit("1"));

            JsonNode snapshots = Eventually.within(
                    Duration.ofSeconds(20),
                    "a snapshot was written",
                    () -> service.operator().get("/status").shouldBeOk().json().path("snapshots"),
                    told -> told.has("result"));
            assertEquals("good", snapshots.path("result").asString());
            assertTrue(snapshots.has("written_at") && snapshots.has("took_ms"), snapshots::toString);
        }
    }

    private Service start(ServiceSettings settings, int operatorPort, Consumer<EngineContext> options) {
        settings.set("operator.listen", "127.0.0.1:" + operatorPort);
        try {
            Path file = Files.writeString(directory.resolve("service.conf"), settings.text());
            return Service.start(
                    ConfigurationLoader.load(
                            new ConfigurationSources(List.of(), Map.of(), Optional.of(file), AddedParties.NONE)),
                    "test",
                    options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

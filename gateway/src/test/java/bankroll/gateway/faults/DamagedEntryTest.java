package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bit of an old entry turns over on the disk, before a snapshot from which the service starts. */
@NeedsOwnService
class DamagedEntryTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path data;

    @Test
    void shouldFailTheLookupOfADamagedEntryAndNothingElse() throws IOException {
        ServiceSettings settings = new ServiceSettings();
        Item damaged;
        Item sound;
        try (ServiceUnderTest service = ServiceUnderTest.start(settings, data)) {
            TestPlayer player = service.player("100");
            damaged = player.credit("1");
            sound = player.credit("2");
            service.wallet().book(damaged);
            service.wallet().book(sound);
            awaitChain(service);
            service.wallet().book(player.credit("3"));
        }
        flipABit(damaged.id());
        try (ServiceProcess second = ServiceProcess.start(settings, data)) {
            ServiceUnderTest service = ServiceUnderTest.of(second);

            service.wallet().lookUp(damaged.id()).shouldBeProblem(500, "internal");
            service.wallet().lookUp(damaged.id()).shouldBeProblem(500, "internal");
            service.operator().lookUp(damaged.id()).shouldBeProblem(500, "internal");

            service.wallet().lookUp(sound.id()).shouldBeOk();
            assertEquals(
                    "ok", service.wallet().book(service.player("5").credit("1")).status());
            assertEquals("ok", service.wallet().book(damaged).status(), "a re-send is answered from memory");
            List<String> told = second.logged()
                    .lines()
                    .filter(line -> line.contains("ERROR"))
                    .toList();
            assertEquals(1, told.size(), second::logged);
            assertTrue(told.get(0).contains(".cq4"), told::toString);
            assertTrue(metrics(service).contains("bankroll_degraded{part=\"lookups\"} 1.0"), metrics(service));
            assertEquals(0, second.terminate(), second::logged);
        }
    }

    /** A start reads again what the chain has not come to: the damage is to lie before that. */
    private static void awaitChain(ServiceUnderTest service) {
        Eventually.within(LIMIT, "the chain has caught up", () -> {
            var journal = service.operator().get("/status").shouldBeOk().json().path("journal");
            String sequence = journal.path("sequence").asString();
            return journal.path("chain_head").asString().startsWith(sequence + ":");
        });
    }

    private void flipABit(String id) throws IOException {
        byte[] wanted = id.getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.walk(data.resolve("journal"))) {
            for (Path file : files.filter(it -> it.toString().endsWith(".cq4")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int at = indexOf(bytes, wanted);
                if (at >= 0) {
                    bytes[at] ^= 4;
                    Files.write(file, bytes);
                    return;
                }
            }
        }
        throw new AssertionError(id + " is not in the journal");
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at <= bytes.length - wanted.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    private static String metrics(ServiceUnderTest service) {
        return service.operator()
                .endpoint()
                .send(Call.get("/metrics"))
                .shouldBe(200)
                .text();
    }
}

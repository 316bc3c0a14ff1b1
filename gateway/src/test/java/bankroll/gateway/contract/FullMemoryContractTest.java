package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Contract §4.2: {@code unavailable}, here of a service whose tables hold more memory than they may. */
@NeedsOwnService
class FullMemoryContractTest {
    @TempDir
    private Path directory;

    @Test
    void shouldStartAndAnswerReadsAndRefuseBookingsWithTheReasonInTheStatus() {
        TestPlayer player;
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings(), directory.resolve("data"))) {
            player = service.player("100");
            JsonNode status = service.operator().get("/status").json();
            assertTrue(status.path("requests").path("accepting").asBoolean());
            assertEquals(0, status.path("requests").path("obstacles").size());
            assertTrue(
                    status.path("capacity").path("table_bytes").path("allowed").asLong() >= 64 << 20);
        }
        ServiceSettings full = new ServiceSettings().engine(options -> options.tableMemoryBytes(1));
        try (ServiceUnderTest service = ServiceUnderTest.start(full, directory.resolve("data"))) {
            service.wallet()
                    .transactions(player.debit("1"))
                    .shouldBeProblem(503, "unavailable")
                    .shouldSayWhenToRetry();
            assertEquals("100", service.wallet().balanceOf(player.id()));
            service.operator().player(player.id()).shouldBe(200);
            service.operator()
                    .block(player.id(), Map.of("reason", "asked for it"))
                    .shouldBe(200);
            JsonNode status = service.operator().get("/status").json();
            assertFalse(status.path("requests").path("accepting").asBoolean());
            assertEquals(
                    "memory",
                    status.path("requests")
                            .path("obstacles")
                            .path(0)
                            .path("reason")
                            .asString());
            assertEquals(
                    1,
                    status.path("capacity").path("table_bytes").path("allowed").asLong());
            // reads go on, so that a load balancer must send them
            service.operator().endpoint().send(Call.get("/health/ready")).shouldBe(200);
            service.operator()
                    .endpoint()
                    .send(Call.get("/health/ready?for=bookings"))
                    .shouldBeProblem(503, "unavailable");
        }
    }
}

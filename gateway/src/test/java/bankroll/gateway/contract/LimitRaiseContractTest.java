package bankroll.gateway.contract;

import static bankroll.gateway.contract.kit.Operator.limit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Decisions §11: raises and removals that wait. */
@NeedsOwnService
class LimitRaiseContractTest {
    @Test
    void shouldRaiseAndRemoveWhenTheDelayIsOver() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.limit-raise-delay-seconds", 60))) {
            TestPlayer raised = service.player("100");
            TestPlayer removed = service.player("100");
            service.operator().limits(raised.id(), List.of(limit("wager", "day", "5")));
            service.operator().limits(removed.id(), List.of(limit("wager", "day", "5")));
            service.operator()
                    .limits(raised.id(), List.of(limit("wager", "day", "50")))
                    .shouldBeOk();
            service.operator().limits(removed.id(), List.of()).shouldBeOk();
            service.clock().passUntil(service.clock().now().plus(Duration.ofSeconds(60)), () -> {
                service.wallet().book(raised.debit("6")).shouldBe("limit_exceeded");
                service.wallet().book(removed.debit("6")).shouldBe("limit_exceeded");
            });
            service.wallet().book(raised.debit("6")).shouldBe("ok");
            service.wallet().book(removed.debit("6")).shouldBe("ok");
            JsonNode limit = limits(service, raised).get(0);
            assertEquals("50", limit.path("amount").asString());
            assertEquals("6", limit.path("used").asString());
            assertFalse(limit.has("pending"));
            assertEquals(0, limits(service, removed).size());
        }
    }

    @Test
    void shouldRaiseAtOnceWithADelayOfZero() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.limit-raise-delay-seconds", 0))) {
            TestPlayer player = service.player("100");
            service.operator().limits(player.id(), List.of(limit("wager", "day", "5")));
            JsonNode answer = service.operator()
                    .limits(player.id(), List.of(limit("wager", "day", "7")))
                    .shouldBeOk()
                    .json();
            assertEquals("7", answer.path("limits").get(0).path("amount").asString());
            assertFalse(answer.path("limits").get(0).has("pending"));
            service.wallet().book(player.debit("7")).shouldBe("ok");
            assertEquals(
                    0,
                    service.operator()
                            .limits(player.id(), List.of())
                            .shouldBeOk()
                            .json()
                            .path("limits")
                            .size());
            service.wallet().book(player.debit("50")).shouldBe("ok");
        }
    }

    private static JsonNode limits(ServiceUnderTest service, TestPlayer player) {
        return service.operator().player(player.id()).shouldBeOk().json().path("limits");
    }
}

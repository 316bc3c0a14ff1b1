package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A clock that is set ahead while the service runs: bookings go on, and follow it when an operator says so. */
@NeedsOwnService
class ClockStepContractTest {
    private final ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings());
    private final Operator operator = service.operator();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void shouldFollowTheClockWhenItIsConfirmedAndNotBefore() {
        TestPlayer player = service.player("100");
        Instant before = service.clock().now();
        assertEquals(
                "nothing is to be confirmed: bookings follow the machine's clock",
                operator.send("POST", "/clock/confirm")
                        .shouldBeProblem(409, "conflict")
                        .member("detail"));
        assertEquals(0, degraded().size());

        service.clock().step(Duration.ofDays(3));

        Instant booked = Instant.parse(service.wallet().book(player.debit("1")).processedAt());
        assertTrue(booked.isBefore(before.plus(Duration.ofHours(1))), booked::toString);
        assertEquals("clock", degraded().path(0).path("part").asString());

        operator.send("POST", "/clock/confirm").shouldBe(204);

        assertEquals(0, degraded().size());
        Result after = service.wallet().book(player.credit("1"));
        assertEquals(service.clock().now(), Instant.parse(after.processedAt()));
        operator.send("POST", "/clock/confirm").shouldBeProblem(409, "conflict");
    }

    /** As a self-exclusion for a day, while the machine's clock is three days ahead. */
    @Test
    void shouldJudgeTheEndOfABlockByTheTimeOfBookings() {
        TestPlayer player = service.player("100");
        Instant before = service.clock().now();
        service.clock().step(Duration.ofDays(3));

        Map<String, String> past = Map.of("reason", "r", "until", before.toString());
        assertEquals(
                "until must not be in the past",
                operator.block(player.id(), past).shouldBeMalformed().member("detail"));

        Instant tomorrow = before.plus(Duration.ofDays(1));
        operator.block(player.id(), Map.of("reason", "r", "until", tomorrow.toString()))
                .shouldBeOk();
        service.wallet().book(player.debit("1")).shouldBe("player_blocked", "100");
    }

    private JsonNode degraded() {
        return operator.get("/status").shouldBeOk().json().path("degraded");
    }
}

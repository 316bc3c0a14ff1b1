package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Decisions §3: sessions end when idle, at their age, or when the operator closes them. */
@NeedsOwnService
class SessionEndsContractTest {
    @Test
    void shouldEndIdleSessionsAndKeepAliveThoseThatDebitEvenInVain() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.session-idle-seconds", 3))) {
            TestPlayer idle = service.player("100");
            TestPlayer resending = service.player("100");
            TestPlayer refused = service.player("0");
            Item once = resending.debit("1");
            service.wallet().book(once).shouldBe("ok");
            Instant end = service.clock().now().plusSeconds(3);
            service.clock().pass(Duration.ofSeconds(2));
            service.wallet().book(refused.debit("1")).shouldBe("insufficient_funds");
            service.wallet().book(once).shouldBe("ok");
            service.clock().passUntil(end, () -> {
                assertEquals(1, openSessions(service, idle));
                assertEquals(1, openSessions(service, resending));
            });
            assertEquals(0, openSessions(service, idle));
            assertEquals(0, openSessions(service, resending));
            assertEquals(1, openSessions(service, refused));
            service.wallet().book(idle.debit("1")).shouldBe("session_invalid");
            service.wallet().book(resending.debit("1")).shouldBe("session_invalid");
            service.wallet().book(once).shouldBe("ok");
            service.wallet().book(refused.debit("1")).shouldBe("insufficient_funds");
        }
    }

    @Test
    void shouldEndSessionsAtTheirAgeHoweverBusy() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.session-max-age-seconds", 100))) {
            TestPlayer busy = service.player("100000");
            Instant end = service.clock().now().plusSeconds(100);
            service.clock()
                    .passUntil(end, () -> service.wallet().book(busy.debit("1")).shouldBe("ok"));
            service.wallet().book(busy.debit("1")).shouldBe("session_invalid");
            assertEquals(0, openSessions(service, busy));
        }
    }

    @Test
    void shouldEndLaunchCodesAtTheConfiguredAge() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.launch-code-ttl-seconds", 7))) {
            TestPlayer player = service.player("0");
            var minted = service.operator().mint(java.util.Map.of("player_id", player.id(), "reusable", true));
            String expires = minted.path("expires_at").asString();
            service.clock().shouldBeIn(Duration.ofSeconds(7), expires);
            String code = minted.path("launch_code").asString();
            service.clock()
                    .passUntil(
                            Instant.parse(expires),
                            () -> service.wallet().authenticate(code, "g").shouldBeOk());
            service.wallet().authenticate(code, "g").shouldBeProblem(401, "invalid_launch_code");
        }
    }

    private static int openSessions(ServiceUnderTest service, TestPlayer player) {
        return service.operator()
                .player(player.id())
                .shouldBeOk()
                .json()
                .path("open_sessions")
                .asInt();
    }
}

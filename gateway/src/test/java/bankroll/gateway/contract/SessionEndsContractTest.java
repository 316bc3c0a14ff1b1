package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Eventually;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decisions §3: sessions end when idle, at their age, or when the operator closes them. */
@NeedsOwnService
@Timeout(60)
class SessionEndsContractTest {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @Test
    void shouldEndIdleSessionsAndKeepAliveThoseThatDebitEvenInVain() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.session-idle-seconds", 3))) {
            TestPlayer idle = service.player("100");
            TestPlayer resending = service.player("100");
            TestPlayer refused = service.player("0");
            Item once = resending.debit("1");
            Eventually.within(LIMIT, "the idle sessions end", () -> {
                service.wallet().book(refused.debit("1")).shouldBe("insufficient_funds");
                service.wallet().book(once).shouldBe("ok");
                return openSessions(service, idle) == 0 && openSessions(service, resending) == 0;
            });
            service.wallet().book(idle.debit("1")).shouldBe("session_invalid");
            service.wallet().book(resending.debit("1")).shouldBe("session_invalid");
            service.wallet().book(once).shouldBe("ok");
            service.wallet().book(refused.debit("1")).shouldBe("insufficient_funds");
        }
    }

    @Test
    void shouldEndSessionsAtTheirAgeHoweverBusy() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.session-max-age-seconds", 1))) {
            TestPlayer busy = service.player("100000");
            Eventually.within(
                    LIMIT,
                    "the session is too old",
                    () -> service.wallet().book(busy.debit("1")).status().equals("session_invalid"));
            assertEquals(0, openSessions(service, busy));
        }
    }

    @Test
    void shouldEndLaunchCodesAtTheConfiguredAge() {
        try (ServiceUnderTest service =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.launch-code-ttl-seconds", 1))) {
            TestPlayer player = service.player("0");
            var minted = service.operator().mint(java.util.Map.of("player_id", player.id(), "reusable", true));
            Instant expires = Instant.parse(minted.path("expires_at").asString());
            assertEquals(true, expires.isBefore(Instant.now().plusSeconds(2)));
            String code = minted.path("launch_code").asString();
            Eventually.within(
                    LIMIT,
                    "the code expires",
                    () -> service.wallet().authenticate(code, "g").status() == 401);
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

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Operator API: sessions. */
class OperatorSessionsContractTest extends ContractTest {
    private final TestPlayer player = player("100");

    @Test
    void shouldListOpenSessions() {
        JsonNode session = operator.sessions(player.id()).get(0);
        assertEquals(player.session(), session.path("session_id").asString());
        assertEquals("roulette", session.path("game_id").asString());
        Instant created = Instant.parse(session.path("created_at").asString());
        service.clock().shouldBeNow(created.toString());
        assertEquals(created, Instant.parse(session.path("last_used_at").asString()));
        assertEquals(
                created.plus(Duration.ofMinutes(60)),
                Instant.parse(session.path("expires_at").asString()));
    }

    @Test
    void shouldKeepASessionAliveByDebitsEvenRefusedOnesButNotByCopies() {
        service.clock().pass(Duration.ofMinutes(1));
        book(player.debit("1000")).shouldBe("insufficient_funds");
        JsonNode session = operator.sessions(player.id()).get(0);
        Instant lastUsed = Instant.parse(session.path("last_used_at").asString());
        service.clock().shouldBeNow(lastUsed.toString());
        assertEquals(
                lastUsed.minus(Duration.ofMinutes(1)),
                Instant.parse(session.path("created_at").asString()));
        assertEquals(
                lastUsed.plus(Duration.ofMinutes(60)),
                Instant.parse(session.path("expires_at").asString()));
        var debit = player.debit("1");
        String processedAt = book(debit).processedAt();
        service.clock().pass(Duration.ofMinutes(1));
        book(debit);
        assertEquals(
                processedAt,
                operator.sessions(player.id()).get(0).path("last_used_at").asString());
    }

    /** Earlier ones stay valid (decisions §3), however many there are. */
    @Test
    void shouldListAndCountAThousandOpenSessionsAndCloseNoneForOneMore() {
        String code = operator.mint(Map.of("player_id", player.id(), "reusable", true))
                .path("launch_code")
                .asString();
        for (int i = 0; i < 999; i++) {
            wallet.authenticate(code, "roulette").shouldBeOk();
        }
        assertEquals(1000, operator.sessions(player.id()).size());
        assertEquals(
                1000, operator.player(player.id()).json().path("open_sessions").asInt());
        assertEquals(
                player.session(),
                operator.sessions(player.id()).get(0).path("session_id").asString());

        wallet.authenticate(code, "roulette").shouldBeOk();
        assertEquals(1001, operator.sessions(player.id()).size());
        book(player.debit("1")).shouldBe("ok");
    }

    @Test
    void shouldCloseOneSession() {
        TestPlayer again = player.in(service.session(player.id()));
        operator.send("DELETE", "/sessions/" + player.session()).shouldBe(204);
        assertEquals(1, operator.sessions(player.id()).size());
        assertEquals(
                1, operator.player(player.id()).json().path("open_sessions").asInt());
        book(player.debit("1")).shouldBe("session_invalid");
        book(again.debit("1")).shouldBe("ok");
    }

    @Test
    void shouldCloseEverySessionOfAPlayer() {
        TestPlayer again = player.in(service.session(player.id()));
        operator.send("DELETE", "/players/" + player.id() + "/sessions").shouldBe(204);
        assertEquals(0, operator.sessions(player.id()).size());
        book(player.debit("1")).shouldBe("session_invalid");
        book(again.debit("1")).shouldBe("session_invalid");
        operator.send("DELETE", "/players/" + player.id() + "/sessions").shouldBe(204);
        book(player.in(service.session(player.id())).debit("1")).shouldBe("ok");
    }

    @Test
    void shouldNotFindUnknownSessionsAndPlayers() {
        operator.send("DELETE", "/sessions/" + Fresh.id("s")).shouldBeProblem(404, "session_not_found");
        operator.send("DELETE", "/players/nobody/sessions").shouldBeProblem(404, "player_not_found");
        operator.get("/players/nobody/sessions").shouldBeProblem(404, "player_not_found");
    }
}

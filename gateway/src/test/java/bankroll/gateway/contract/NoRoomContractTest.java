package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.JournalRoom;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Decisions §2: requests that the engine has taken when its journal turns out to have no room. Nothing of them is decided,
 * so every one is answered {@code unavailable} as a whole.
 */
@NeedsOwnService
class NoRoomContractTest {
    private final JournalRoom room = new JournalRoom();
    private final ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings().engine(room::into));

    @AfterEach
    void stop() {
        room.full(false);
        service.close();
    }

    @Test
    void shouldAnswerABatchUnavailableAndBookNothingOfIt() {
        TestPlayer player = service.player("100");
        List<Item> batch = List.of(player.debit("1"), player.debit("2"));
        room.full(true);
        Answer refused = service.wallet().transactions(batch).shouldBeProblem(503, "unavailable");
        refused.shouldSayWhenToRetry();
        assertEquals("the journal's disk has too little room", refused.member("detail"));
        assertEquals("100", service.wallet().balanceOf(player.id()));
        service.wallet().lookUp(batch.get(0).id()).shouldBeProblem(404, "transaction_not_found");

        room.full(false);
        service.wallet().book(batch).forEach(result -> assertEquals("ok", result.status()));
        assertEquals("97", service.wallet().balanceOf(player.id()));
    }

    @Test
    void shouldAnswerAnExchangeUnavailableAndLeaveItsCodeUnused() {
        String code = service.operator().launchCode(service.player("0").id());
        room.full(true);
        service.wallet().authenticate(code, "roulette").shouldBeProblem(503, "unavailable");
        room.full(false);
        service.wallet().authenticate(code, "roulette").shouldBeOk();
    }

    @Test
    void shouldAnswerTheOperatorUnavailableAndChangeNothing() {
        TestPlayer player = service.player("0");
        Map<String, String> another = Map.of("player_id", Fresh.id("p"), "currency", "EUR");
        room.full(true);
        service.operator()
                .send("POST", "/players", Map.of("players", List.of(another)))
                .shouldBeProblem(503, "unavailable")
                .shouldSayWhenToRetry();
        service.operator().send("DELETE", "/sessions/" + player.session()).shouldBeProblem(503, "unavailable");
        assertEquals(1, service.operator().sessions(player.id()).size());
        room.full(false);
        assertEquals("created", service.operator().create(another));
    }
}

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Contract §4.2, decisions §2: {@code unavailable}, here of a service that wants almost the whole disk free. */
@NeedsOwnService
class UnavailableContractTest {
    private static ServiceUnderTest service;

    @BeforeAll
    static void start() throws IOException {
        long disk = Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")))
                .getTotalSpace();
        service = ServiceUnderTest.start(new ServiceSettings().set("journal.low-water-bytes", disk - 1));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void shouldAnswerABatchUnavailableAndSayWhenToRetry() {
        Answer answer = service.wallet().transactions(new TestPlayer("p", "EUR", "s").credit("1"));
        answer.shouldBeProblem(503, "unavailable").shouldSayWhenToRetry();
        assertEquals("2", answer.header("retry-after").orElseThrow());
    }

    @Test
    void shouldStillFindFaultsThatNeedNoState() {
        service.wallet().transactions(List.of()).shouldBeMalformed();
        service.wallet().endpoint().send(Call.post("/transactions", "{}")).shouldBeProblem(401, "invalid_signature");
        service.wallet().send(Call.get("/nothing")).shouldBeProblem(404, "not_found");
    }

    @Test
    void shouldAnswerTheOperatorsChangesUnavailable() {
        service.operator()
                .send("POST", "/players", "{\"players\":[{\"player_id\":\"p\",\"currency\":\"EUR\"}]}")
                .shouldBeProblem(503, "unavailable")
                .shouldSayWhenToRetry();
    }
}

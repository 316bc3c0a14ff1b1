package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Wallet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Decisions §1 and §2: what the operator may configure. */
@NeedsOwnService
class ConfiguredContractTest {

    @Test
    void shouldFollowItsConfiguration() {
        ServiceSettings settings = new ServiceSettings()
                .set("platform.base-path", "/casino/v1")
                .set("platform.problem-type-base", "https://casino.example/problems/")
                .set("platform.max-body-bytes", 2048)
                .set("platform.signature-tolerance-seconds", 10);
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            Wallet wallet = service.wallet();
            assertEquals(
                    "https://casino.example/problems/player_not_found",
                    wallet.balance("nobody")
                            .shouldBeProblem(404, "player_not_found")
                            .member("type"));
            String body = "{\"player_id\":\"nobody\"}";
            wallet.send(Call.post("/players/balance", body + " ".repeat(2048 - body.length())))
                    .shouldBe(404);
            wallet.send(Call.post("/players/balance", body + " ".repeat(2049 - body.length())))
                    .shouldBeProblem(413, "malformed_request");
            assertEquals(
                    "/casino/v1",
                    ApiDocumentContractTest.server(service.wallet().endpoint()));
            shouldTolerate(wallet, -10, 404);
            shouldTolerate(wallet, -11, 401);
            shouldTolerate(wallet, 10, 404);
            shouldTolerate(wallet, 11, 401);
        }
    }

    private static void shouldTolerate(Wallet wallet, int offsetSeconds, int status) {
        Call call = Call.get("/transactions/none");
        String time = Long.toString(Long.parseLong(wallet.now()) + offsetSeconds);
        wallet.endpoint()
                .send(call.headers(wallet.signer().headers("msg", time, call.body())))
                .shouldBe(status);
    }

    @Test
    void shouldAskForNoSignatureUnderTheSchemeOffOnLoopback() {
        ServiceSettings settings =
                new ServiceSettings().withoutPlatforms().platform(Map.of("name", "open", "scheme", "off"));
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            service.wallet()
                    .endpoint()
                    .send(Call.get("/transactions/none"))
                    .shouldBeProblem(404, "transaction_not_found");
            service.operator().endpoint().send(Call.get("/operator/v1/status")).shouldBeProblem(401, "unauthorized");
        }
    }

    @Test
    void shouldRefuseToStartUnderTheSchemeOffBeyondLoopback() {
        ServiceSettings settings = new ServiceSettings()
                .withoutPlatforms()
                .platform(Map.of("name", "open", "scheme", "off"))
                .listen("0.0.0.0:0");
        assertThrows(
                RuntimeException.class, () -> ServiceUnderTest.start(settings).close());
    }
}

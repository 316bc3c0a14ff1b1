package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.Signer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §1: the scheme {@code body}, one header alone with the HMAC of the raw body. */
@NeedsOwnService
class BodySchemeContractTest extends ContractTest {
    private final Signer signer = Signer.of(ServiceSettings.BODIED);

    @ParameterizedTest
    @ValueSource(strings = {"", "v1,", "sha256="})
    void shouldTakeBase64BehindAnyOfThePrefixes(String prefix) {
        byte[] hmac = signer.hmac("{}".getBytes(StandardCharsets.UTF_8));
        send(Call.post("/players/balance", "{}"), prefix + Base64.getEncoder().encodeToString(hmac))
                .shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1,", "sha256="})
    void shouldTakeHexBehindAnyOfThePrefixes(String prefix) {
        byte[] hmac = signer.hmac("{}".getBytes(StandardCharsets.UTF_8));
        send(Call.post("/players/balance", "{}"), prefix + HexFormat.of().formatHex(hmac))
                .shouldBeMalformed();
    }

    @Test
    void shouldSignTheRequestPathOfAGet() {
        String path = "/transactions/" + Fresh.id("never");
        String signature = base64("/v1" + path);
        send(Call.get(path), signature).shouldBeProblem(404, "transaction_not_found");
        send(Call.get(path + "x"), signature).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldRefuseHmacOfAnotherBody() {
        send(Call.post("/players/balance", "{}"), base64("{} ")).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldNeverTakeAnExchangeForACopy() {
        String playerId = player("0").id();
        String code = operator.mint(Map.of("player_id", playerId, "reusable", true))
                .path("launch_code")
                .asString();
        String body = Json.write(Map.of("launch_code", code, "game_id", "roulette"));
        Call call = Call.post("/players/authenticate", body).header("webhook-id", "msg-1");
        String first = send(call, base64(body)).shouldBeOk().member("session_id");
        String second = send(call, base64(body)).shouldBeOk().member("session_id");
        assertNotEquals(first, second);
    }

    private String base64(String signed) {
        return Base64.getEncoder().encodeToString(signer.hmac(signed.getBytes(StandardCharsets.UTF_8)));
    }

    private Answer send(Call call, String signature) {
        return wallet.endpoint().send(call.header("webhook-signature", signature));
    }
}

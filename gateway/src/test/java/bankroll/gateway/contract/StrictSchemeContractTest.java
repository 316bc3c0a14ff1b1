package bankroll.gateway.contract;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Wallet;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scheme {@code strict}: method and path are signed too. */
@NeedsOwnService
class StrictSchemeContractTest {
    private static final String SECRET = "whsec_c3RyaWN0LXN0cmljdC1zdHJpY3Qtc3RyaWN0ISE=";
    private static final String BODY = "{\"player_id\":\"nobody\"}";

    private final ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings()
            .platform(Map.of("name", "careful", "scheme", "strict", "secrets", java.util.List.of(SECRET))));
    private final Wallet wallet = service.wallet(SECRET);
    private final Endpoint endpoint = wallet.endpoint();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void shouldTakeARequestOnlyAtThePathAndWithTheMethodThatWereSigned() throws GeneralSecurityException {
        Call balance = Call.post("/players/balance", BODY);
        String signature = signed("POST./v1/players/balance." + BODY);
        send(balance, signature).shouldBeProblem(404, "player_not_found");
        send(Call.post("/players/authenticate", BODY), signature).shouldBeProblem(401, "invalid_signature");
        send(balance, signed("GET./v1/players/balance." + BODY)).shouldBeProblem(401, "invalid_signature");
        wallet.send(balance).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldSignALookupWithItsPathAsItIsSent() throws GeneralSecurityException {
        Call lookup = Call.get("/transactions/a%2Fb");
        send(lookup, signed("GET./v1/transactions/a%2Fb.")).shouldBeProblem(404, "transaction_not_found");
        send(lookup, signed("GET./v1/transactions/a/b.")).shouldBeProblem(401, "invalid_signature");
    }

    private Answer send(Call call, String signature) {
        return endpoint.send(call.headers(
                Map.of("webhook-id", "msg-1", "webhook-timestamp", wallet.now(), "webhook-signature", signature)));
    }

    private String signed(String behindTheTime) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring("whsec_".length())), "HmacSHA256"));
        String text = "msg-1." + wallet.now() + "." + behindTheTime;
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }
}

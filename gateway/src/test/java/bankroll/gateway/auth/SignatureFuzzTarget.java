package bankroll.gateway.auth;

import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** No headers that anybody could make up are signed by a platform. */
class SignatureFuzzTarget {
    private static final long NOW_MS = 1_614_265_330_000L;
    private final SigningKeys.Verifier verifier = new SigningKeys(
                    Arrays.stream(SignatureScheme.values())
                            .filter(scheme -> scheme != SignatureScheme.OFF)
                            .map(SignatureFuzzTarget::platform)
                            .toList(),
                    300)
            .verifier();

    private static Platform platform(SignatureScheme scheme) {
        Secret secret = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS" + "wxyzw".charAt(scheme.ordinal()));
        return new Platform(scheme.name(), scheme, List.of(secret), Optional.empty());
    }

    @FuzzTest(maxDuration = "60s")
    void shouldMatchNothing(FuzzedDataProvider data) {
        String id = data.consumeString(300);
        String timestamp = data.consumeBoolean() ? "1614265330" : data.consumeString(20);
        String signature = data.consumeString(10_000);
        byte[] body = data.consumeRemainingAsBytes();
        assertNull(verifier.verify(
                new SignedRequest("POST", "/v1/x", id, timestamp, signature, body, body.length), NOW_MS));
    }
}

package bankroll.gateway.config;

import bankroll.gateway.auth.OperatorTokens;
import bankroll.gateway.auth.SigningKeys;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Whatever the configuration takes for a secret or a token can be used as one. */
class SecretFuzzTarget {
    @FuzzTest(maxDuration = "60s")
    void shouldBeUsableWhenItHasTheForm(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        for (String secret : List.of(text, "whsec_" + text, "whpk_" + text)) {
            if (Secret.isSigning(secret)) {
                new SigningKeys(
                        List.of(new Platform(
                                "p", SignatureScheme.STANDARD, List.of(new Secret(secret)), Optional.empty())),
                        300);
            }
        }
        if (Secret.isToken(text)) {
            OperatorToken token = new OperatorToken("t", OperatorRole.READ, new Secret(text));
            if (new OperatorTokens(List.of(token)).find("Bearer " + text) != token) {
                throw new AssertionError("a token isn't found again");
            }
        }
    }
}

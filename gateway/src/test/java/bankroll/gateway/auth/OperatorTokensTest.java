package bankroll.gateway.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorTokensTest {
    private static final OperatorToken ADA = token("ada", OperatorRole.ADMIN, "first-token-of-many");
    private static final OperatorToken SUE = token("sue", OperatorRole.SUPPORT, "second-token-of-many");

    private final OperatorTokens tokens = new OperatorTokens(List.of(ADA, SUE));

    @Test
    void shouldFindTheTokenThatIsPresented() {
        assertEquals(ADA, tokens.find("Bearer first-token-of-many"));
        assertEquals(SUE, tokens.find("Bearer second-token-of-many"));
    }

    @Test
    void shouldTakeTheSchemeInAnyCase() {
        assertEquals(ADA, tokens.find("bEARER first-token-of-many"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer first-token-of-man",
                "Bearer first-token-of-manyx",
                "Bearer First-token-of-many",
                "Basic first-token-of-many",
                "Digest first-token-of-many",
                "Bearer\tfirst-token-of-many",
                "Bearer:first-token-of-many",
                "first-token-of-many",
                "Bearerfirst-token-of-many"
            })
    void shouldFindNobodyForAnythingElse(String authorization) {
        assertNull(tokens.find(authorization));
    }

    @Test
    void shouldFindNobodyWhenThereAreNoTokens() {
        assertNull(new OperatorTokens(List.of()).find("Bearer "));
    }

    private static OperatorToken token(String name, OperatorRole role, String secret) {
        return new OperatorToken(name, role, new Secret(secret));
    }
}

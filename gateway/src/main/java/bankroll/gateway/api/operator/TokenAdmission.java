package bankroll.gateway.api.operator;

import bankroll.gateway.api.Admission;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.OperatorTokens;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Locale;
import java.util.function.Supplier;

/** Lets operators in: by token, then by role. */
final class TokenAdmission implements Admission {
    private final Supplier<OperatorTokens> tokens;
    private final OperatorRole needed;

    /** Admits a request with one of the tokens that are valid at that time, with this role or a higher one. */
    TokenAdmission(Supplier<OperatorTokens> tokens, OperatorRole needed) {
        this.tokens = tokens;
        this.needed = needed;
    }

    @Override
    public Caller admit(Exchange exchange, boolean hasBody) {
        OperatorToken token = tokens.get().find(exchange.header(HttpHeaderNames.AUTHORIZATION));
        Caller caller = token == null ? null : Caller.operator(token);
        if (caller == null || !caller.mayComeFrom(exchange.clientNames())) {
            exchange.problem(Problem.UNAUTHORIZED, null);
            return null;
        }
        if (token.role().compareTo(needed) > 0) {
            exchange.problem(
                    Problem.FORBIDDEN,
                    "the role " + word(needed) + " is needed; this token's is " + word(token.role()));
            return null;
        }
        return caller;
    }

    /** A token stands in the head. */
    @Override
    public void head(Exchange exchange, boolean hasBody) {
        admit(exchange, hasBody);
    }

    private static String word(OperatorRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}

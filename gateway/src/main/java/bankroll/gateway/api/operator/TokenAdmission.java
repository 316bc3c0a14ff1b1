package bankroll.gateway.api.operator;

import bankroll.gateway.api.Admission;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.OperatorTokens;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.trace.Refusals;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Locale;
import java.util.function.Supplier;

/** Lets operators in: by token, then by role. Who guesses has to wait, and is counted and logged. */
final class TokenAdmission implements Admission {
    private final Supplier<OperatorTokens> tokens;
    private final TokenGuesses guesses;
    private final Refusals refusals;
    private final OperatorRole needed;

    /** Admits a request with one of the tokens that are valid at that time, with this role or a higher one. */
    TokenAdmission(OperatorContext context, OperatorRole needed) {
        this.tokens = () -> context.tokens;
        this.guesses = context.guesses;
        this.refusals = context.refusals;
        this.needed = needed;
    }

    @Override
    public Caller admit(Exchange exchange, boolean hasBody) {
        String presented = exchange.header(HttpHeaderNames.AUTHORIZATION);
        OperatorToken token = tokens.get().find(presented);
        long seconds = presented == null ? 0 : guesses.secondsToWait(exchange.clientAddress(), token);
        if (seconds > 0) {
            trace("token_guesses", exchange, null);
            exchange.rateLimited(seconds);
            return null;
        }
        return token == null ? unknown(exchange, presented != null) : known(exchange, token);
    }

    private Caller unknown(Exchange exchange, boolean isGuess) {
        if (isGuess) {
            guesses.wrong(exchange.clientAddress());
        }
        trace(isGuess ? "token_unknown" : "token_missing", exchange, null);
        exchange.problem(Problem.UNAUTHORIZED, null);
        return null;
    }

    private Caller known(Exchange exchange, OperatorToken token) {
        Caller caller = Caller.operator(token);
        if (!caller.mayComeFrom(exchange.clientNames())) {
            trace("certificate", exchange, token);
            exchange.problem(Problem.UNAUTHORIZED, null);
            return null;
        }
        guesses.right(exchange.clientAddress(), token);
        if (token.role().compareTo(needed) > 0) {
            trace("role", exchange, token);
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

    private void trace(String reason, Exchange exchange, OperatorToken token) {
        refusals.refused(reason, exchange.clientAddress(), token == null ? null : token.name());
    }

    private static String word(OperatorRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}

package bankroll.gateway.api.operator;

import bankroll.condition.LogId;
import bankroll.gateway.api.Admission;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.OperatorTokens;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.http.ClientAddress;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.trace.Refusals;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets operators in: by token, then by role. Who guesses has to wait, and is counted and logged. */
final class TokenAdmission implements Admission {
    private final Supplier<OperatorTokens> tokens;
    private final TokenGuesses guesses;
    private final Refusals refusals;
    private final OperatorRole needed;

    /** Admits a request with one of the tokens that are valid at that time, with this role or a higher one. */
    TokenAdmission(Supplier<OperatorTokens> tokens, TokenGuesses guesses, Refusals refusals, OperatorRole needed) {
        this.tokens = tokens;
        this.guesses = guesses;
        this.refusals = refusals;
        this.needed = needed;
    }

    @Override
    public Caller admit(Exchange exchange, boolean hasBody) {
        String presented = presented(exchange);
        OperatorToken token = tokens.get().find(presented);
        long seconds = presented == null ? 0 : guesses.secondsToWait(exchange.clientAddress(), token);
        if (seconds > 0) {
            trace("token_guesses", exchange, null);
            exchange.rateLimited(seconds);
            return null;
        }
        return token == null ? unknown(exchange, presented != null) : known(exchange, token);
    }

    /** Several headers are one list to HTTP, and no list is a token: what stands between may have judged another one of them. */
    private static String presented(Exchange exchange) {
        List<String> values = exchange.headers().getAll(HttpHeaderNames.AUTHORIZATION);
        return values.isEmpty() ? null : String.join(", ", values);
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

    /**
     * How many wrong tokens an address may present: a bucket for each, that fills again within a minute. Beyond it, a token is
     * good only if the same address has presented it before: so guessing gets nowhere, and a guesser who shares an address with
     * an operator doesn't lock the operator out. Any thread.
     */
    static final class TokenGuesses {
        private static final Logger LOG = LoggerFactory.getLogger(TokenGuesses.class);
        private static final Duration REFILL = Duration.ofMinutes(1);
        /** The address that was quiet the longest is forgotten first. */
        private static final int MOST_ADDRESSES = 10_000;

        private static final long NANOS = 1_000_000_000;

        private final int wrongPerMinute;
        private final TimeMeter time;
        private final Map<Long, Client> clients = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Client> eldest) {
                return size() > MOST_ADDRESSES;
            }
        };

        TokenGuesses(int wrongPerMinute, TimeMeter time) {
            this.wrongPerMinute = wrongPerMinute;
            this.time = time;
            // to load the classes of buckets now, and not with the first call
            bucket();
        }

        /** How many seconds this address has to wait before what it presents is looked at; 0 when it is now. */
        synchronized long secondsToWait(ClientAddress address, OperatorToken presented) {
            Client client = clients.get(address.network());
            if (client == null || presented != null && client.accepted.contains(presented)) {
                return 0;
            }
            EstimationProbe probe = client.bucket.estimateAbilityToConsume(1);
            return probe.canBeConsumed() ? 0 : (probe.getNanosToWaitForRefill() + NANOS - 1) / NANOS;
        }

        /** The address presented a good token. */
        synchronized void right(ClientAddress address, OperatorToken token) {
            client(address).accepted.add(token);
        }

        /** The address presented a wrong one. */
        synchronized void wrong(ClientAddress address) {
            Client client = client(address);
            boolean isSeriesOver = client.bucket.getAvailableTokens() == wrongPerMinute;
            client.bucket.tryConsume(1);
            if (isSeriesOver) {
                client.isTold = false;
            }
            if (!client.isTold && client.bucket.getAvailableTokens() == 0) {
                client.isTold = true;
                LOG.warn(
                        LogId.TOKENS_GUESSED.marker(),
                        "{} presented {} wrong tokens to the operator's listener within a minute and must wait now. Somebody"
                                + " guesses, or a program has an old token",
                        address,
                        wrongPerMinute);
            }
        }

        private Client client(ClientAddress address) {
            return clients.computeIfAbsent(address.network(), first -> new Client(bucket()));
        }

        private Bucket bucket() {
            return Bucket.builder()
                    .addLimit(limit -> limit.capacity(wrongPerMinute).refillGreedy(wrongPerMinute, REFILL))
                    .withCustomTimePrecision(time)
                    .build();
        }

        /** What is known of an address. */
        private static final class Client {
            private final Bucket bucket;
            private final Set<OperatorToken> accepted = new HashSet<>();
            private boolean isTold;

            Client(Bucket bucket) {
                this.bucket = bucket;
            }
        }
    }
}

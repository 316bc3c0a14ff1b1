package bankroll.bench.micro;

import bankroll.bench.load.SignedBody;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.SignedRequest;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.auth.SigningKeys.Verifier;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Who signed this body: Standard Webhooks, HMAC-SHA256. */
@State(Scope.Thread)
public class SignatureBenchmark {
    /** Items of the body. */
    @Param({"1", "50", "500"})
    public int items;

    private Verifier verifier;
    private SignedRequest request;
    private long nowMs;

    /** Signs the body. */
    @Setup
    public void sign() {
        Platform platform =
                new Platform("bench", SignatureScheme.STANDARD, List.of(new Secret(Bodies.SECRET)), Optional.empty());
        verifier = new SigningKeys(List.of(platform), 300).verifier();
        SignedBody signed = Bodies.signed(items);
        nowMs = signed.epochSecond() * 1000;
        request = new SignedRequest(
                "POST",
                "/v1/transactions",
                signed.id(),
                Long.toString(signed.epochSecond()),
                signed.signature(),
                signed.body(),
                signed.body().length);
    }

    /** Verifies. */
    @Benchmark
    public Caller verify() {
        Caller caller = verifier.verify(request, nowMs);
        if (caller == null) {
            throw new IllegalStateException("the signature must be good");
        }
        return caller;
    }
}

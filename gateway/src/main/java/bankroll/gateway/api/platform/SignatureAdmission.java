package bankroll.gateway.api.platform;

import bankroll.gateway.api.Admission;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.SignatureFault;
import bankroll.gateway.auth.SignatureVerifier;
import bankroll.gateway.auth.SignedRequest;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.trace.Refusals;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets platforms in: by signature, then by rate. One per event loop. */
final class SignatureAdmission implements Admission {
    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(3);

    private final SignatureVerifier signatures;
    /** That of the thread for large bodies. */
    private final SignatureVerifier beside;

    private final RateLimits limits;
    private final Refusals refusals;
    private final LongSupplier clockMs;

    SignatureAdmission(PlatformContext context) {
        signatures = new SignatureVerifier(context.keys());
        beside = new SignatureVerifier(context.keys());
        limits = context.limits();
        refusals = context.refusals();
        clockMs = context.clockMs();
    }

    /** However many keys are live, a request that nobody signed holds the loop for one after the other. */
    @Override
    public boolean prepare(Exchange exchange, boolean hasBody) {
        SignatureVerifier.Trial trial = (SignatureVerifier.Trial) exchange.prepared();
        if (trial == null) {
            SignatureVerifier verifier = exchange.isLarge() ? beside : signatures;
            trial = verifier.trial(signed(exchange, hasBody), clockMs.getAsLong());
            exchange.prepared(trial);
        }
        return trial.goOn(STEP_NS);
    }

    @Override
    public Caller admit(Exchange exchange, boolean hasBody) {
        SignatureVerifier.Trial trial = (SignatureVerifier.Trial) exchange.prepared();
        Caller caller = trial.caller();
        if (caller == null) {
            unsigned(exchange, trial.fault());
            return null;
        }
        exchange.calledBy(caller.name());
        if (!caller.mayComeFrom(exchange.clientNames())) {
            refusals.refused("certificate", exchange.clientAddress(), caller.name());
            exchange.problem(Problem.INVALID_SIGNATURE, "this platform calls with another client certificate");
            return null;
        }
        long seconds = limits.secondsToWait(caller.name());
        if (seconds > 0) {
            refusals.refused("rate_limited", exchange.clientAddress(), caller.name());
            exchange.rateLimited(seconds);
            return null;
        }
        return caller;
    }

    @Override
    public void head(Exchange exchange, boolean hasBody) {
        SignatureFault.Found fault = signatures.headFault(signed(exchange, hasBody), clockMs.getAsLong());
        if (fault != null) {
            unsigned(exchange, fault);
        }
    }

    private void unsigned(Exchange exchange, SignatureFault.Found found) {
        refusals.refused(found.fault().label(), exchange.clientAddress(), null);
        exchange.problem(Problem.INVALID_SIGNATURE, found.detail());
    }

    private static SignedRequest signed(Exchange exchange, boolean hasBody) {
        return new SignedRequest(
                exchange.method(),
                exchange.path(),
                only(exchange, ID),
                only(exchange, TIMESTAMP),
                only(exchange, SIGNATURE),
                hasBody ? exchange.body() : null,
                exchange.bodyLength());
    }

    /** A header that stands there exactly once: of two, nobody could say which one was signed. */
    private static String only(Exchange exchange, String name) {
        List<String> values = exchange.headers().getAll(name);
        return values.size() == 1 ? values.get(0) : null;
    }
}

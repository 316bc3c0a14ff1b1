package bankroll.gateway.api.operator;

import bankroll.gateway.auth.Caller;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.Json;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST reload}: as SIGHUP, and tells what came of it. Reading files may take as long as their disk does, so a thread of
 * its own reads; one at a time. The engine isn't asked. Its body is not looked at.
 */
final class ReloadCall implements Routes.Handler {
    static final String PATH = "/reload";

    private static final Logger LOG = LoggerFactory.getLogger(ReloadCall.class);
    private static final int BODY_SIZE_HINT = 256;

    private final TokenAdmission admission;
    private final Supplier<Function<String, Reloaded>> reader;
    private final Executor eventLoop;
    private final AtomicBoolean isReading = new AtomicBoolean();

    /** The call of one event loop. */
    ReloadCall(OperatorContext context, Executor eventLoop) {
        this.admission = new TokenAdmission(context, OperatorRole.ADMIN);
        this.reader = context::reload;
        this.eventLoop = eventLoop;
    }

    @Override
    public void handle(Exchange exchange) {
        Caller caller = admission.admit(exchange, false);
        if (caller == null) {
            return;
        }
        Function<String, Reloaded> reading = reader.get();
        if (reading == null) {
            exchange.problem(Problem.UNAVAILABLE, "the service is starting");
        } else if (!isReading.compareAndSet(false, true)) {
            exchange.problem(Problem.CONFLICT, "the configuration is being read already");
        } else {
            new Thread(() -> read(reading, exchange, caller.name()), "reload").start();
        }
    }

    private void read(Function<String, Reloaded> reading, Exchange exchange, String by) {
        Runnable answer = () -> exchange.problem(Problem.INTERNAL, null);
        try {
            Reloaded reloaded = reading.apply(by);
            answer = () -> answer(exchange, reloaded);
        } catch (RuntimeException | Error fault) {
            LOG.error("Unexpected fault while the configuration was read again", fault);
        } finally {
            isReading.set(false);
            onLoop(answer);
        }
    }

    private void onLoop(Runnable answer) {
        try {
            eventLoop.execute(answer);
        } catch (RejectedExecutionException e) {
            LOG.debug("An answer came after its event loop had ended");
        }
    }

    private static void answer(Exchange exchange, Reloaded reloaded) {
        if (!exchange.isOpen()) {
            return;
        }
        if (reloaded.problems().isEmpty()) {
            ByteBuf body = exchange.newBody(BODY_SIZE_HINT);
            Json.write(body, json -> members(reloaded, json));
            exchange.ok(body);
        } else {
            exchange.problem(Problem.CONFLICT, "all stays as it was: " + String.join("; ", reloaded.problems()));
        }
    }

    private static void members(Reloaded reloaded, JsonGenerator json) throws IOException {
        json.writeNumberField("platforms", reloaded.platforms());
        json.writeNumberField("tokens", reloaded.tokens());
        json.writeArrayFieldStart("waiting_for_restart");
        for (String key : reloaded.waiting()) {
            json.writeString(key);
        }
        json.writeEndArray();
    }
}

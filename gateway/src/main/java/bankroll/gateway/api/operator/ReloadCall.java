package bankroll.gateway.api.operator;

import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code POST reload}: as SIGHUP, and tells what came of it. Reading files may take as long as their disk does. */
final class ReloadCall extends SlowCall {
    static final String PATH = "/reload";

    private static final int BODY_SIZE_HINT = 256;

    private final Supplier<Function<String, Reloaded>> reader;

    /** The call of one event loop. */
    ReloadCall(OperatorContext context, Executor eventLoop) {
        super("reload", context, eventLoop);
        this.reader = context::reload;
    }

    @Override
    Consumer<Exchange> work(String query, String by) {
        Function<String, Reloaded> reading = reader.get();
        if (reading == null) {
            return exchange -> exchange.problem(Problem.UNAVAILABLE, "the service is starting");
        }
        Reloaded reloaded = reading.apply(by);
        return exchange -> answer(exchange, reloaded);
    }

    private static void answer(Exchange exchange, Reloaded reloaded) {
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

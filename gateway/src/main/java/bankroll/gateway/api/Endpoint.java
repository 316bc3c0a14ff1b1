package bankroll.gateway.api;

import bankroll.condition.LogId;
import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Outcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One route of an API, from the whole request to its answer: admission, media type, {@link Operation} (order of decisions §2).
 * One instance per event loop.
 */
public final class Endpoint implements Routes.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    /** {@code application/json}, or any type and subtype that ends in {@code +json}; in lower case. */
    private static final Pattern JSON_TYPE =
            Pattern.compile("application/json|[\\w!#$%&'*+.^`|~-]+/[\\w!#$%&'*+.^`|~-]*\\+json");

    private final Call.Loop loop;
    private final Admission admission;
    private final Operation operation;
    private final Operation beside;
    private final Consumer<Call> answering = this::answer;

    private Endpoint(Call.Loop loop, Admission admission, Operation operation, Operation beside) {
        this.loop = loop;
        this.admission = admission;
        this.operation = operation;
        this.beside = beside;
    }

    /**
     * Adds an operation to the routes of its event loop.
     *
     * @param root stands before its path
     * @param beside another of its kind, which is asked by the thread for large bodies
     */
    public static void add(
            Routes routes, String root, Call.Loop loop, Admission admission, Operation operation, Operation beside) {
        Endpoint endpoint = new Endpoint(loop, admission, operation, beside);
        routes.add(operation.method(), root + operation.path(), endpoint);
    }

    /** The body is waited for whatever its type is: the signature comes before the type (decisions §2). */
    @Override
    public void head(Exchange exchange) {
        admission.head(exchange, operation.hasBody());
    }

    @Override
    public void longHeader(Exchange exchange, String name, int length) {
        admission.longHeader(exchange, name, length);
    }

    @Override
    public boolean prepare(Exchange exchange) {
        return admission.prepare(exchange, operation.hasBody());
    }

    @Override
    public void handle(Exchange exchange) {
        Caller caller = admission.admit(exchange, operation.hasBody());
        if (caller == null) {
            return;
        }
        exchange.admitted();
        if (operation.hasBody() && !isJson(exchange.headers())) {
            exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, null);
        } else {
            ask(exchange, caller);
        }
    }

    /** Whether headers announce a body that is taken: JSON in UTF-8, or no word about it; never encoded (decisions §2). */
    static boolean isJson(HttpHeaders headers) {
        List<String> types = headers.getAll(HttpHeaderNames.CONTENT_TYPE);
        if (headers.contains(HttpHeaderNames.CONTENT_ENCODING) || types.size() > 1) {
            return false;
        }
        return types.isEmpty() || isJson(types.get(0));
    }

    private static boolean isJson(String contentType) {
        if (contentType.equals("application/json")) {
            return true;
        }
        String[] parts = contentType.split(";", -1);
        String type = parts[0].trim().toLowerCase(Locale.ROOT);
        boolean isJson = JSON_TYPE.matcher(type).matches();
        for (int i = 1; i < parts.length && isJson; i++) {
            isJson = !isOtherCharset(parts[i].trim().toLowerCase(Locale.ROOT));
        }
        return isJson;
    }

    private static boolean isOtherCharset(String parameter) {
        int equals = parameter.indexOf('=');
        if (equals < 0 || !parameter.substring(0, equals).trim().equals("charset")) {
            return false;
        }
        String charset = parameter.substring(equals + 1).trim();
        return !charset.equals("utf-8") && !charset.equals("\"utf-8\"");
    }

    private void ask(Exchange exchange, Caller caller) {
        Call call = loop.take().begin(exchange, caller, answering);
        if (exchange.isLarge() && operation.hasBody()) {
            exchange.aside(new Beside(call));
            return;
        }
        boolean isUnderWay = false;
        try {
            operation.ask(call);
            isUnderWay = submit(call);
        } catch (MalformedRequest fault) {
            exchange.problem(Problem.MALFORMED_REQUEST, fault.getMessage());
        } finally {
            if (!isUnderWay) {
                loop.give(call);
            }
        }
    }

    /** Hands the command to the engine, or answers; true when the answer comes later. */
    private boolean submit(Call call) {
        Exchange exchange = call.exchange();
        if (exchange.isAnswered()) {
            return false;
        }
        if (call.isElsewhere()) {
            return true;
        }
        if (!call.request().fitsJournal()) {
            exchange.problem(Problem.TOO_LARGE, "the journal can't hold so much in one entry; send fewer items");
            return false;
        }
        boolean isUnderWay = loop.submit(call);
        if (!isUnderWay) {
            exchange.problem(Problem.UNAVAILABLE, call.request().refusal());
        }
        return isUnderWay;
    }

    /** A call with a large body: asked beside the event loop, by an operation that nobody else asks. */
    private final class Beside implements Exchange.Aside {
        private final Call call;
        private MalformedRequest fault;

        Beside(Call call) {
            this.call = call;
        }

        @Override
        public void work() {
            try {
                beside.ask(call);
            } catch (MalformedRequest malformed) {
                fault = malformed;
            }
        }

        @Override
        public void then() {
            if (fault != null) {
                call.exchange().problem(Problem.MALFORMED_REQUEST, fault.getMessage());
                loop.give(call);
            } else if (!submit(call)) {
                loop.give(call);
            }
        }
    }

    /** The answer is there; on the event loop again. */
    private void answer(Call call) {
        Exchange exchange = call.exchange();
        try {
            Problem problem = call.isElsewhere() ? null : ofEngine(call);
            if (problem == null) {
                operation.answer(call);
            } else {
                exchange.problem(problem, why(call));
            }
        } catch (RuntimeException | Error fault) {
            LOG.error(
                    LogId.REQUEST_FAULT.marker(),
                    "Unexpected fault in the answer to {} {}",
                    exchange.method(),
                    exchange.path(),
                    fault);
            exchange.problem(operation.failure(), null);
        }
    }

    private String why(Call call) {
        Request request = call.request();
        return request.isRefused() ? request.refusal() : operation.detail(call.outcome(0));
    }

    private Problem ofEngine(Call call) {
        return call.request().isRefused() ? Problem.UNAVAILABLE : operation.problem(call.outcome(0));
    }

    @Override
    public Problem failure() {
        return operation.failure();
    }

    /**
     * One call of an API: its route, how it is asked, mostly of the engine, and how it is answered. One instance per event loop.
     */
    public abstract static class Operation {
        private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

        private final String method;
        private final String path;
        private final boolean hasBody;

        /** An operation at a path below its API's root, with a body if its method has one. */
        protected Operation(String method, String path) {
            this(method, path, WITH_BODY.contains(method));
        }

        /** The same; without a body, what comes as one is not looked at. */
        protected Operation(String method, String path, boolean hasBody) {
            this.method = method;
            this.path = path;
            this.hasBody = hasBody;
        }

        /** The method of its route. */
        public final String method() {
            return method;
        }

        /** The path of its route, below its API's root. */
        public final String path() {
            return path;
        }

        /** Whether it has a body, which then must be JSON. */
        public final boolean hasBody() {
            return hasBody;
        }

        /**
         * Writes the command into the call's request, from {@link Call#start} to {@link Call#end}; or answers the exchange
         * where the engine isn't needed to know the answer; or has it {@linkplain Call#lookElsewhere looked for elsewhere}.
         *
         * @throws MalformedRequest when the call breaks a rule that needs no state
         */
        public abstract void ask(Call call) throws MalformedRequest;

        /** The problem that the first outcome stands for; null when the call went well. */
        public Problem problem(Outcome first) {
            return switch (first) {
                case OK -> null;
                case INVALID_LAUNCH_CODE -> Problem.INVALID_LAUNCH_CODE;
                case PLAYER_NOT_FOUND -> Problem.PLAYER_NOT_FOUND;
                case SESSION_NOT_FOUND -> Problem.SESSION_NOT_FOUND;
                case TRANSACTION_NOT_FOUND -> Problem.TRANSACTION_NOT_FOUND;
                case CONFLICT -> Problem.CONFLICT;
                case MALFORMED -> Problem.MALFORMED_REQUEST;
                case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
                default -> Problem.INTERNAL;
            };
        }

        /** What may be said of the {@link #problem} that the first outcome stands for; null for no more than its title. */
        public String detail(Outcome first) {
            return null;
        }

        /** Answers a call that went well; where nothing else is said, with what was {@linkplain Call#answerWith set}. */
        public void answer(Call call) {
            call.answer();
        }

        /** What an unexpected failure is answered with (decisions §2). */
        public Problem failure() {
            return Problem.INTERNAL;
        }
    }
}

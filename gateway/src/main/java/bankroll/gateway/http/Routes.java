package bankroll.gateway.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Method and path to endpoint. A path has at most one parameter, a whole segment written {@code {name}}; it is matched
 * byte for byte as sent, so a trailing slash or another spelling is another path. A GET answers HEAD too.
 */
public final class Routes {
    private final Map<String, Methods> fixed = new HashMap<>();
    private final List<Pattern> patterns = new ArrayList<>();
    private String unavailablePrefix;
    private String unavailableDetail;

    /** What stands at the end of a route. Runs on the event loop, and must not block. */
    @FunctionalInterface
    public interface Handler {
        /**
         * The whole request has arrived. Answers now or later, on this loop; the body is the exchange's only until this
         * call returns, but for what it has put {@link Exchange#aside}.
         */
        void handle(Exchange exchange);

        /**
         * The head has arrived and the body is on its way, or is to be asked for. Answers what its head alone refuses;
         * everything else waits for the body. Not called for a request that comes in one piece.
         */
        default void head(Exchange exchange) {}

        /**
         * The head is too long, and is read no further than within this header's line. Answers where that header's own rule
         * refuses it already; else the request is malformed.
         *
         * @param name in lower case
         * @param length bytes of its value that have come
         */
        default void longHeader(Exchange exchange, String name, int length) {}

        /**
         * Does a part of what {@link #handle} needs for a whole request, a few milliseconds of it: others wait meanwhile.
         * Called again, in a later turn of the loop, until it is true; for a {@link Exchange#isLarge large} request beside
         * the loop. Answers nothing.
         */
        default boolean prepare(Exchange exchange) {
            return true;
        }

        /** What to answer when {@link #handle} threw: a defect, already logged. */
        default Problem failure() {
            return Problem.INTERNAL;
        }
    }

    /** Adds a route; {@code path} is absolute. */
    public Routes add(String method, String path, Handler handler) {
        Methods methods = methodsOf(path);
        Target target = new Target(method + " " + path, handler);
        methods.add(method, target);
        if (method.equals("GET")) {
            methods.add("HEAD", target);
        }
        return this;
    }

    private Methods methodsOf(String path) {
        int open = path.indexOf('{');
        if (open < 0) {
            return fixed.computeIfAbsent(path, any -> new Methods());
        }
        String prefix = path.substring(0, open);
        String suffix = path.substring(path.indexOf('}') + 1);
        for (Pattern pattern : patterns) {
            if (pattern.prefix.equals(prefix) && pattern.suffix.equals(suffix)) {
                return pattern.methods;
            }
        }
        Pattern pattern = new Pattern(prefix, suffix, new Methods());
        patterns.add(pattern);
        return pattern.methods;
    }

    /** Answers {@code unavailable} to everything below this prefix that has no route. */
    public Routes unavailable(String prefix, String detail) {
        unavailablePrefix = prefix;
        unavailableDetail = detail;
        return this;
    }

    /**
     * Gives the exchange its route and parameter, and tells its handler. No route is the first thing that can go wrong
     * (decisions §2): then the exchange is answered, and there is no handler.
     */
    Handler route(Exchange exchange) {
        String path = exchange.path();
        Methods methods = fixed.get(path);
        String parameter = null;
        for (int i = 0; methods == null && i < patterns.size(); i++) {
            parameter = patterns.get(i).parameter(path);
            if (parameter != null) {
                methods = patterns.get(i).methods;
            }
        }
        if (methods == null) {
            missing(exchange);
            return null;
        }
        Target target = methods.targets.get(exchange.method());
        if (target == null) {
            exchange.methodNotAllowed(methods.allow);
            return null;
        }
        exchange.routed(target.route, parameter);
        return target.handler;
    }

    private void missing(Exchange exchange) {
        if (unavailablePrefix != null && exchange.path().startsWith(unavailablePrefix)) {
            exchange.problem(Problem.UNAVAILABLE, unavailableDetail);
        } else {
            exchange.problem(Problem.NOT_FOUND, null);
        }
    }

    private record Pattern(String prefix, String suffix, Methods methods) {
        /** The segment between prefix and suffix, or null if the path is another one. */
        String parameter(String path) {
            int end = path.length() - suffix.length();
            boolean fits = end > prefix.length() && path.startsWith(prefix) && path.endsWith(suffix);
            if (!fits || path.indexOf('/', prefix.length()) < end && path.indexOf('/', prefix.length()) >= 0) {
                return null;
            }
            return path.substring(prefix.length(), end);
        }
    }

    /** Where a route leads, and its name in the metrics. */
    private record Target(String route, Handler handler) {}

    private static final class Methods {
        private final Map<String, Target> targets = new TreeMap<>();
        private String allow = "";

        void add(String method, Target target) {
            targets.put(method, target);
            allow = String.join(", ", targets.keySet());
        }
    }
}

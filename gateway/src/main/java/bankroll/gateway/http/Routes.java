package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;
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

    /** Adds a route; {@code path} is absolute. */
    public Routes add(String method, String path, Endpoint endpoint) {
        Methods methods = methodsOf(path);
        Target target = new Target(method + " " + path, endpoint);
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

    /** Gives the exchange its endpoint and parameter, or answers 404 or 405. */
    void route(HttpExchange exchange) {
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
            exchange.problem(Problem.NOT_FOUND, null);
            return;
        }
        Target target = methods.targets.get(exchange.method());
        if (target == null) {
            exchange.methodNotAllowed(methods.allow);
        } else {
            exchange.routed(target.endpoint, target.route, parameter);
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

    /** Where a route leads, and its name for whoever counts. */
    private record Target(String route, Endpoint endpoint) {}

    private static final class Methods {
        private final Map<String, Target> targets = new TreeMap<>();
        private String allow = "";

        void add(String method, Target target) {
            targets.put(method, target);
            allow = String.join(", ", targets.keySet());
        }
    }
}

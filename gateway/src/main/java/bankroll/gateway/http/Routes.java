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
        methods.add(method, endpoint);
        if (method.equals("GET")) {
            methods.add("HEAD", endpoint);
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
        Endpoint endpoint = methods.endpoints.get(exchange.method());
        if (endpoint == null) {
            exchange.methodNotAllowed(methods.allow);
        } else {
            exchange.routed(endpoint, parameter);
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

    private static final class Methods {
        private final Map<String, Endpoint> endpoints = new TreeMap<>();
        private String allow = "";

        void add(String method, Endpoint endpoint) {
            endpoints.put(method, endpoint);
            allow = String.join(", ", endpoints.keySet());
        }
    }
}

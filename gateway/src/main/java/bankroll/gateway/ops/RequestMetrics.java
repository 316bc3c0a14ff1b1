package bankroll.gateway.ops;

import bankroll.gateway.http.HttpContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * Counts the answers of one listener by route and status, and times them. Routes are those of the code, and there is a
 * bound on pairs: those that come beyond it count as {@value #OTHER_ROUTES}. What has no route counts as {@value #NO_ROUTE}.
 * Any thread may record and read.
 */
public final class RequestMetrics implements HttpContext.Observer {
    /** Stands for every path that is none of ours. */
    static final String NO_ROUTE = "none";

    /** Stands for every route whose pair came too late. */
    static final String OTHER_ROUTES = "others";

    /** So many pairs of route and status are told by name: more than a service shows that is used as it should. */
    static final int MOST_PAIRS = 48;

    private final String listener;
    private final boolean timesRoutes;
    private final Map<Answered, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, LatencyWindow> latencies = new ConcurrentHashMap<>();

    private RequestMetrics(String listener, boolean timesRoutes) {
        this.listener = listener;
        this.timesRoutes = timesRoutes;
    }

    /** Times each route by itself; for a listener with few routes. */
    public static RequestMetrics byRoute(String listener) {
        return new RequestMetrics(listener, true);
    }

    /** Times all routes together; for a listener with so many that each would cost the page a dozen series. */
    public static RequestMetrics together(String listener) {
        return new RequestMetrics(listener, false);
    }

    @Override
    public void answered(String route, int status, long elapsedNs) {
        String name = route == null ? NO_ROUTE : route;
        count(new Answered(name, status)).increment();
        if (route != null) {
            latencies
                    .computeIfAbsent(timesRoutes ? name : "all", first -> new LatencyWindow(System.nanoTime()))
                    .record(elapsedNs);
        }
    }

    private LongAdder count(Answered answered) {
        LongAdder known = counts.get(answered);
        if (known != null) {
            return known;
        }
        boolean isNamed = counts.size() < MOST_PAIRS;
        return counts.computeIfAbsent(
                isNamed ? answered : new Answered(OTHER_ROUTES, answered.status), first -> new LongAdder());
    }

    /** The listener's name. */
    String listener() {
        return listener;
    }

    /** Hands out each route and status that was seen, with its count. */
    void counts(BiConsumer<Answered, Long> reader) {
        counts.forEach((answered, count) -> reader.accept(answered, count.sum()));
    }

    /** Hands out each timed route. */
    void latencies(BiConsumer<String, LatencyWindow> reader) {
        latencies.forEach(reader);
    }

    /**
     * What was answered.
     *
     * @param route method and path as in the routes
     * @param status the HTTP status
     */
    record Answered(String route, int status) {}
}

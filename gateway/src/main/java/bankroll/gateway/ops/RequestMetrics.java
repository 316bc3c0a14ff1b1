package bankroll.gateway.ops;

import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.HttpCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

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
    private final UnaryOperator<String> callerNames;
    private final Map<Answered, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, StatusCounts> callers = new ConcurrentHashMap<>();
    private final Map<String, LatencyWindow> latencies = new ConcurrentHashMap<>();

    private RequestMetrics(String listener, boolean timesRoutes, UnaryOperator<String> callerNames) {
        this.listener = listener;
        this.timesRoutes = timesRoutes;
        this.callerNames = callerNames;
    }

    /**
     * Of the platforms' listener: times each of its few routes by itself, and counts by caller.
     *
     * @param callerNames what a caller is called on the page, on which not all can stand
     */
    public static RequestMetrics platform(UnaryOperator<String> callerNames) {
        return new RequestMetrics("platform", true, callerNames);
    }

    /** Of the operators' listener: times its many routes together: each would cost the page a dozen series. */
    public static RequestMetrics operator() {
        return new RequestMetrics("operator", false, UnaryOperator.identity());
    }

    @Override
    public void answered(String route, String caller, int status, long elapsedNs) {
        String name = route == null ? NO_ROUTE : route;
        count(new Answered(name, status)).increment();
        if (caller != null) {
            of(caller).count(status);
        }
        if (route != null) {
            latencies
                    .computeIfAbsent(timesRoutes ? name : "all", first -> new LatencyWindow(System.nanoTime()))
                    .record(elapsedNs);
        }
    }

    /** Without a lock for a caller who is known already. */
    private StatusCounts of(String caller) {
        StatusCounts known = callers.get(caller);
        return known != null ? known : callers.computeIfAbsent(caller, first -> new StatusCounts());
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

    /** How many answers each known caller had, by its name on the page and by a kind of status. */
    Map<List<String>, Long> byCaller() {
        Map<List<String>, Long> sums = new HashMap<>();
        callers.forEach((caller, its) -> {
            String name = callerNames.apply(caller);
            its.forEach((kind, count) -> sums.merge(List.of(name, kind), count, Long::sum));
        });
        return sums;
    }

    /** Hands out each timed route. */
    void latencies(BiConsumer<String, LatencyWindow> reader) {
        latencies.forEach(reader);
    }

    /** How often each of a few kinds of status was answered. */
    private static final class StatusCounts {
        private static final List<String> KINDS = List.of("2xx", "401", "429", "503", "other");

        private final List<LongAdder> counts =
                Stream.generate(LongAdder::new).limit(KINDS.size()).toList();

        void count(int status) {
            counts.get(kind(status)).increment();
        }

        private static int kind(int status) {
            return switch (status) {
                case 401 -> 1;
                case 429 -> 2;
                case 503 -> 3;
                default -> status / 100 == 2 ? 0 : 4;
            };
        }

        void forEach(BiConsumer<String, Long> reader) {
            for (int kind = 0; kind < KINDS.size(); kind++) {
                reader.accept(KINDS.get(kind), counts.get(kind).sum());
            }
        }
    }

    /**
     * What was answered.
     *
     * @param route method and path as in the routes
     * @param status the HTTP status
     */
    record Answered(String route, int status) {}

    /**
     * How long answers took: count and sum since the start, quantiles over about the last minute. Any thread may record, in
     * some 20 ns and without a lock; readers wait for each other.
     */
    static final class LatencyWindow {
        private static final long SLOT_NS = TimeUnit.SECONDS.toNanos(15);
        private static final int SLOTS = 4;
        private static final long MAX_US = TimeUnit.MINUTES.toMicros(1);
        private static final int DIGITS = 2;

        private final Recorder recorder = new Recorder(MAX_US, DIGITS);
        private final Histogram[] slots = new Histogram[SLOTS];
        private final LongAdder count = new LongAdder();
        private final LongAdder sumNs = new LongAdder();
        private Histogram interval;
        private int slot;
        private long slotEndsNs;

        /** A window that starts at this time of {@link System#nanoTime}. */
        LatencyWindow(long nowNs) {
            for (int i = 0; i < SLOTS; i++) {
                slots[i] = new Histogram(MAX_US, DIGITS);
            }
            slotEndsNs = nowNs + SLOT_NS;
        }

        /** Records one answer; longer than a minute counts as a minute in the quantiles. */
        void record(long elapsedNs) {
            recorder.recordValue(Math.max(0, Math.min(MAX_US, TimeUnit.NANOSECONDS.toMicros(elapsedNs))));
            count.increment();
            sumNs.add(elapsedNs);
        }

        long count() {
            return count.sum();
        }

        double sumSeconds() {
            return sumNs.sum() / 1e9;
        }

        /** What took about the last minute, in microseconds; the reader's own copy. */
        synchronized Histogram recent(long nowNs) {
            forget(nowNs);
            interval = recorder.getIntervalHistogram(interval);
            slots[slot].add(interval);
            Histogram recent = new Histogram(MAX_US, DIGITS);
            for (Histogram each : slots) {
                recent.add(each);
            }
            return recent;
        }

        /** Moves on to the slot of this time; what is older than all slots goes. */
        private void forget(long nowNs) {
            for (int steps = 0; nowNs - slotEndsNs >= 0 && steps < SLOTS; steps++) {
                slot = (slot + 1) % SLOTS;
                slots[slot].reset();
                slotEndsNs += SLOT_NS;
            }
            if (nowNs - slotEndsNs >= 0) {
                slotEndsNs = nowNs + SLOT_NS;
            }
        }
    }

    /**
     * A listener whose figures are shown.
     *
     * @param requests what it answered
     * @param connections who is connected; null before it listens
     */
    public record Listener(RequestMetrics requests, Supplier<HttpCounters> connections) {}
}

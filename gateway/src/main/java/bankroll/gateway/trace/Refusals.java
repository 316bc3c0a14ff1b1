package bankroll.gateway.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Who was turned away by one listener: all of them counted by reason, some of them logged. Any thread. */
public final class Refusals {
    private final String listener;
    private final SecurityLog log;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** The refusals of this listener. */
    public Refusals(String listener, SecurityLog log) {
        this.listener = listener;
        this.log = log;
    }

    /**
     * Somebody was turned away.
     *
     * @param reason one of a few words of the code, never a text of the caller's
     * @param address of the client; its text, in figures, is asked for when a line is written
     * @param name of the platform or the token; null where nobody is known
     */
    public void refused(String reason, Object address, String name) {
        counts.computeIfAbsent(reason, first -> new LongAdder()).increment();
        log.refused(listener, reason, address, name);
    }

    /** How many, by listener and reason. */
    public static Map<List<String>, Long> counts(Refusals... all) {
        Map<List<String>, Long> counts = new HashMap<>();
        for (Refusals of : all) {
            of.counts.forEach((reason, count) -> counts.put(List.of(of.listener, reason), count.sum()));
        }
        return counts;
    }
}

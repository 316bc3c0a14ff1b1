package bankroll.gateway.trace;

import bankroll.gateway.json.Json;
import bankroll.protocol.Rfc3339;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    /**
     * One JSON object a line about each caller who was turned away, by the logger {@value #LOGGER}. A flood must not fill the
     * disk: of each listener and reason so many lines a second are written; the next line tells how many were left out. Never a
     * body, a signature, a token or a launch code. Any thread.
     */
    public static final class SecurityLog {
        /** Its logger, so that it can be sent elsewhere than other lines. */
        public static final String LOGGER = "bankroll.security";

        private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
        private static final long SECOND_MS = 1_000;

        private final int linesPerSecond;
        private final LongSupplier clockMs;
        private final Consumer<String> lines;
        private final Map<String, Series> series = new ConcurrentHashMap<>();

        /**
         * @param linesPerSecond most lines of a listener and reason; 0: none at all
         * @param clockMs wall clock in milliseconds
         */
        public SecurityLog(int linesPerSecond, LongSupplier clockMs) {
            this(linesPerSecond, clockMs, LOG::info);
        }

        SecurityLog(int linesPerSecond, LongSupplier clockMs, Consumer<String> lines) {
            this.linesPerSecond = linesPerSecond;
            this.clockMs = clockMs;
            this.lines = lines;
        }

        /**
         * Writes a line, or counts it as left out.
         *
         * @param address of the client; its text, in figures, is asked for when a line is written
         * @param name of the platform or the token; null where nobody is known
         */
        void refused(String listener, String reason, Object address, String name) {
            long nowMs = clockMs.getAsLong();
            long leftOut = series.computeIfAbsent(listener + ' ' + reason, first -> new Series())
                    .leftOutBefore(nowMs, linesPerSecond);
            if (leftOut >= 0) {
                lines.accept(line(nowMs, listener, reason, address, name, leftOut));
            }
        }

        private static String line(
                long nowMs, String listener, String reason, Object address, String name, long leftOut) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("time", Rfc3339.forPeople(nowMs));
            members.put("event", "refused");
            members.put("listener", listener);
            members.put("address", address.toString());
            members.put("reason", reason);
            if (name != null) {
                members.put("name", name);
            }
            if (leftOut > 0) {
                members.put("left_out", leftOut);
            }
            return Json.write(members);
        }

        /** The lines of one listener and reason in the present second. */
        private static final class Series {
            private long startedMs = Long.MIN_VALUE;
            private int written;
            private long leftOut;

            /** How many lines were left out before this one; -1 when this one is, too. */
            synchronized long leftOutBefore(long nowMs, int most) {
                if (nowMs < startedMs || nowMs - SECOND_MS >= startedMs) {
                    startedMs = nowMs;
                    written = 0;
                }
                if (written >= most) {
                    leftOut++;
                    return -1;
                }
                written++;
                long before = leftOut;
                leftOut = 0;
                return before;
            }
        }
    }
}

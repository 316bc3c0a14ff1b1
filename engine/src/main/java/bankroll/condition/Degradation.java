package bankroll.condition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the running service can't do as it should, while all else goes on: the one place that the operator's status and
 * the metrics read. Each thing is told in the log once, when it begins, and when it is over. Any thread; never on the
 * writer's path for a booking.
 */
public final class Degradation {
    private static final Logger LOG = LoggerFactory.getLogger(Degradation.class);
    /** Of each kind of thing there can be as many as there are entries: the first ones are enough to act upon. */
    private static final int MOST = 64;

    private final LongSupplier clockMs;
    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private boolean isFull;

    /** Which part does less than it should. */
    public enum Part {
        /** Lookups and lists of sessions that read the journal. */
        LOOKUPS("lookups"),
        /** The journal's chain. */
        CHAIN("chain"),
        /** Snapshots, and the retention behind them. */
        SNAPSHOTS("snapshots"),
        /** The watch of free space, and the next file's reserve. */
        DISK("disk"),
        /** The watch of how full tables and memory are; the bounds hold without it. */
        CAPACITY("capacity"),
        /** The time that entries carry. */
        CLOCK("clock"),
        /** The scheduled backup, and the hook behind it. */
        BACKUP("backup"),
        /** What the nodes of a cluster are to each other beside the log that they share. */
        CLUSTER("cluster");

        private final String label;

        Part(String label) {
            this.label = label;
        }

        /** As status and metrics write it. */
        public String label() {
            return label;
        }
    }

    /**
     * One thing that is not as it should be.
     *
     * @param part which part
     * @param what the thing, what is wrong with it, and the cure where there is one
     * @param sinceMs milliseconds since the epoch
     */
    public record Entry(Part part, String what, long sinceMs) {}

    private record Key(Part part, String what) {}

    /** @param clockMs wall clock in milliseconds */
    public Degradation(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /** This is so from now on; told once, however often it is said. */
    public void begin(Part part, String what) {
        begin(part, what, null);
    }

    /** The same with a defect behind it, of which the log gets the stack trace. */
    public synchronized void begin(Part part, String what, Throwable defect) {
        Key key = new Key(part, what);
        if (entries.containsKey(key)) {
            return;
        }
        if (entries.size() < MOST) {
            entries.put(key, new Entry(part, what, clockMs.getAsLong()));
            LOG.error(LogId.DEGRADED.marker(), "Degraded ({}): {}", part.label(), what, defect);
        } else if (!isFull) {
            isFull = true;
            LOG.error(
                    LogId.DEGRADED_MUCH.marker(),
                    "More than {} things are degraded; no more are told before one of them is over.",
                    MOST);
        }
    }

    /** This is no longer so; nothing when it was not. */
    public synchronized void end(Part part, String what) {
        if (entries.remove(new Key(part, what)) != null) {
            isFull = false;
            LOG.info("No longer degraded ({}): {}", part.label(), what);
        }
    }

    /**
     * Where a part has one trouble at a time: this is so from now on, in place of what was; null for nothing. Gives what is
     * so now.
     */
    public String replace(Part part, String was, String now) {
        if (was != null && !was.equals(now)) {
            end(part, was);
        }
        if (now != null) {
            begin(part, now);
        }
        return now;
    }

    /** Everything that is so now, the oldest first. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Whether anything of this part is so now. */
    public synchronized boolean isOf(Part part) {
        return entries.keySet().stream().anyMatch(key -> key.part() == part);
    }
}

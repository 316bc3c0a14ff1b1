package bankroll.gateway.api.platform;

import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How transactions were decided since the start, by platform. Each event loop counts for itself and waits for nobody; any
 * thread reads.
 */
public final class DecidedCounts {
    /** So many platforms are told by name; those that come later count as {@value #OTHERS}: the series have a bound. */
    static final int MOST_PLATFORMS = 8;

    static final String OTHERS = "others";

    private static final int KINDS = 1 << OutcomeRecord.KIND_BITS;
    private static final int TYPES = TransactionType.values().length;

    private final Set<String> named = new HashSet<>();
    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    /** The counts of one event loop. */
    Loop newLoop() {
        Loop loop = new Loop();
        loops.add(loop);
        return loop;
    }

    /** By platform, type and status: items answered so, re-sent ones too. */
    public Map<List<String>, Long> answered() {
        return read((platform, type, record) ->
                List.of(platform, type.label(), OutcomeRecord.outcome(record, 0).label()));
    }

    /** By platform and type: items that moved money. */
    public Map<List<String>, Long> booked() {
        return read((platform, type, record) -> {
            Effect effect = OutcomeRecord.effect(record, 0);
            return effect == Effect.BOOKED || effect == Effect.REVERSED ? List.of(platform, type.label()) : null;
        });
    }

    /** By platform and kind: items that an auditor should see. */
    public Map<List<String>, Long> anomalies() {
        return read((platform, type, record) -> {
            Anomaly anomaly = OutcomeRecord.anomaly(record, 0);
            return anomaly == Anomaly.NONE ? null : List.of(platform, anomaly.label());
        });
    }

    private Map<List<String>, Long> read(Labels labels) {
        Map<List<String>, Long> sums = new HashMap<>();
        UnsafeBuffer record = new UnsafeBuffer(new byte[OutcomeRecord.BYTES]);
        for (Loop loop : loops) {
            loop.byPlatform.forEach((platform, counts) -> {
                for (int i = 0; i < counts.length(); i++) {
                    long count = counts.getAcquire(i);
                    if (count > 0) {
                        record.putLong(0, i % KINDS);
                        List<String> of = labels.of(platform, TransactionType.of(i / KINDS), record);
                        if (of != null) {
                            sums.merge(of, count, Long::sum);
                        }
                    }
                }
            });
        }
        return sums;
    }

    /** What a platform is called where there is a bound on names: its own name, or {@value #OTHERS}. */
    public synchronized String name(String platform) {
        if (named.size() < MOST_PLATFORMS) {
            named.add(platform);
        }
        return named.contains(platform) ? platform : OTHERS;
    }

    /** What counts together; null for what doesn't count. */
    private interface Labels {
        List<String> of(String platform, TransactionType type, DirectBuffer record);
    }

    /** The counts of one event loop, by platform: an array of all types and kinds of outcomes. */
    final class Loop {
        private final Map<String, AtomicLongArray> byPlatform = new ConcurrentHashMap<>();
        private AtomicLongArray current;

        /** What is counted from now on is of this platform. */
        void begin(String platform) {
            current = byPlatform.get(platform);
            if (current == null) {
                current = byPlatform.computeIfAbsent(name(platform), first -> new AtomicLongArray(TYPES * KINDS));
            }
        }

        /** Counts an item of a batch that was decided. */
        void count(DirectBuffer frame, int item, int outcome) {
            int index = TransactionItem.type(frame, item).code() * KINDS
                    + OutcomeRecord.kind(OutcomeRecord.head(frame, outcome));
            current.setRelease(index, current.getPlain(index) + 1);
        }
    }
}

package bankroll.engine;

import bankroll.condition.LogId;
import bankroll.engine.EngineStatus.Capacity;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.ledger.table.Tables.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches how full the tables are: keeps a day of figures, tells when they run out at that rate, and warns before and
 * when it happens; and when requests had to wait for the journal's next file. {@link #capacity} is for any thread; it and
 * this agent may allocate, the writer doesn't wait for them.
 */
final class CapacityAgent implements Agent {
    /** Warnings begin when so much is used, in percent, and are repeated at each step. */
    static final int[] WARN_PERCENT = {80, 90, 95};

    /** Or when it is expected to be used up in so many days. */
    static final int WARN_DAYS = 7;

    private static final Logger LOG = LoggerFactory.getLogger(CapacityAgent.class);
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long SAMPLE_NS = TimeUnit.MINUTES.toNanos(10);
    private static final long LEAST_WATCHED_NS = TimeUnit.HOURS.toNanos(1);
    private static final long WAITS_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final Table[] TABLES = Table.values();

    private final BookingGate gate;
    private final NanoClock clock;
    private final Runnable eachSecond;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Map<String, Integer> warned = new HashMap<>();
    private volatile Sample oldest;
    private long nextLookNs;
    private long nextSampleNs;
    private long nextWaitsNs;
    private EngineStatus.Waits toldWaits = new EngineStatus.Waits(0, 0);
    private List<Obstacle> obstacles = List.of();

    /** What was used at a time: bytes first, then the records of each table. */
    private record Sample(long timeNs, long[] used) {}

    /** @param eachSecond what else is to be done each second, where it may take a while */
    CapacityAgent(BookingGate gate, NanoClock clock, Runnable eachSecond) {
        this.eachSecond = eachSecond;
        this.gate = gate;
        this.clock = clock;
        nextLookNs = clock.nanoTime();
        nextSampleNs = nextLookNs;
        nextWaitsNs = nextLookNs;
        oldest = sample(nextLookNs);
    }

    @Override
    public int doWork() {
        long nowNs = clock.nanoTime();
        if (nowNs - nextLookNs < 0) {
            return 0;
        }
        nextLookNs = nowNs + LOOK_NS;
        eachSecond.run();
        if (nowNs - nextSampleNs >= 0) {
            nextSampleNs = nowNs + SAMPLE_NS;
            keep(sample(nowNs));
        }
        reportObstacles();
        reportWaits(nowNs);
        Capacity capacity = capacity();
        warn(capacity.tableBytes(), "bytes of memory in tables");
        capacity.tables().forEach(table -> warn(table, table.name()));
        return 1;
    }

    @Override
    public String roleName() {
        return "capacity";
    }

    /** How full everything is now. */
    Capacity capacity() {
        Sample now = sample(clock.nanoTime());
        List<Capacity.Use> tables = new ArrayList<>();
        for (Table table : TABLES) {
            tables.add(use(table.label(), now, 1 + table.ordinal(), gate.mostRecords(table)));
        }
        return new Capacity(use("table_bytes", now, 0, gate.tableBytesAllowed()), tables);
    }

    private Capacity.Use use(String name, Sample now, int figure, long allowed) {
        long used = now.used[figure];
        Sample before = oldest;
        long elapsedNs = now.timeNs - before.timeNs;
        long grown = used - before.used[figure];
        boolean isKnown = elapsedNs >= LEAST_WATCHED_NS && grown > 0;
        double perDay = isKnown ? (double) grown / elapsedNs * DAY_NS : 0;
        double daysLeft = isKnown ? Math.max(0, allowed - used) / perDay : Capacity.UNKNOWN;
        return new Capacity.Use(name, used, allowed, daysLeft);
    }

    private Sample sample(long nowNs) {
        long[] used = new long[1 + TABLES.length];
        used[0] = gate.tableBytes();
        for (Table table : TABLES) {
            used[1 + table.ordinal()] = gate.records(table);
        }
        return new Sample(nowNs, used);
    }

    private void keep(Sample sample) {
        samples.addLast(sample);
        while (sample.timeNs - samples.peekFirst().timeNs > DAY_NS) {
            samples.removeFirst();
        }
        oldest = samples.peekFirst();
    }

    private void reportObstacles() {
        List<Obstacle> now = gate.obstacles().stream()
                .filter(it -> it.kind() == Obstacle.Kind.MEMORY || it.kind() == Obstacle.Kind.RECORDS)
                .toList();
        if (now.size() > obstacles.size()) {
            now.forEach(obstacle -> LOG.error(LogId.TABLES_FULL.marker(), "{}. Reads go on.", obstacle.words()));
        } else if (now.isEmpty() && !obstacles.isEmpty()) {
            LOG.warn(LogId.TABLES_ROOM_AGAIN.marker(), "There is room in the tables again: everything is taken.");
        }
        obstacles = now;
    }

    /** Once a minute at most, since a slow disk makes them wait again and again. */
    private void reportWaits(long nowNs) {
        EngineStatus.Waits waits = gate.waits();
        if (waits.times() > toldWaits.times() && nowNs - nextWaitsNs >= 0) {
            nextWaitsNs = nowNs + WAITS_NS;
            LOG.warn(
                    LogId.NEXT_FILE_AWAITED.marker(),
                    "Bookings waited {} times for the journal's next file, {} ms in all: they fill files faster than the disk"
                            + " takes the next one's zeros. {} requests were refused for it so far. A faster disk helps.",
                    waits.times() - toldWaits.times(),
                    waits.ms() - toldWaits.ms(),
                    gate.refused().get(Refusal.NEXT_FILE));
            toldWaits = waits;
        }
    }

    /** Each step once, and again only after it went back below the first one. */
    private void warn(Capacity.Use use, String what) {
        int step = step(use);
        if (step > warned.getOrDefault(use.name(), 0)) {
            LOG.warn(
                    LogId.TABLES_FILL_UP.marker(),
                    "{} of {} {} are used ({} %){}. Then commands that need more are refused, and reads go on.",
                    use.used(),
                    use.allowed(),
                    what,
                    use.percent(),
                    use.daysLeft() == Capacity.UNKNOWN
                            ? ""
                            : String.format(
                                    Locale.ROOT, ", %.1f days are left at the rate of the last day", use.daysLeft()));
            warned.put(use.name(), step);
        } else if (step == 0) {
            warned.remove(use.name());
        }
    }

    private static int step(Capacity.Use use) {
        int step = use.daysLeft() < WARN_DAYS ? 1 : 0;
        for (int percent : WARN_PERCENT) {
            step += use.percent() >= percent ? 1 : 0;
        }
        return step;
    }
}

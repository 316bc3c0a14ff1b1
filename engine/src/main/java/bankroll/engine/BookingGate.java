package bankroll.engine;

import bankroll.engine.EngineStatus.Obstacle;
import bankroll.journal.Journal;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.CommandHeader.CommandType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Why commands are refused before they are decided: the one place where each reason is looked at, for submit, the writer,
 * the status, readiness and the metrics. An obstacle is left behind as soon as its reason is over.
 *
 * <p>What comes too early for the journal's next file is put by here until it is ready: first come, first served, as many as
 * the ring lets in, each as long as its patience lasts.
 *
 * <p>The tables are the writer's: it publishes their figures between requests, and asks exactly before each. Nothing here
 * allocates on its way. {@link #verdict}, {@link #publish} and what is put by are the writer's, all others for any thread.
 */
final class BookingGate {
    private static final Table[] TABLES = Table.values();
    private static final Refusal[] REFUSALS = Refusal.values();

    /** A look at all tables costs a tenth of a microsecond. */
    private static final int TURNS_PER_LOOK = 64;

    private final Ledger ledger;
    private final Journal journal;
    private final DiskWatch disk;
    private final long tableBytesAllowed;
    private final CommandRing ring;
    private final NanoClock clock;
    private final long patienceNs;
    private final Deque<Request> waiting;
    private final AtomicLongArray records = new AtomicLongArray(TABLES.length);
    private final AtomicLongArray refused = new AtomicLongArray(REFUSALS.length);
    private volatile boolean isStopping;
    private volatile boolean isFollowing;
    private Supplier<String> leader = () -> "";
    private volatile long tableBytes;
    private volatile int fullTables;
    private long waitingSinceNs;
    private volatile long waitedTimes;
    private volatile long waitedNs;
    private int turns;
    private boolean hasNews;

    /** What becomes of a command. */
    enum Verdict {
        /** It is decided now. */
        ADMITTED,
        /** The journal's next file is being made ready: it may wait for it. */
        WAITS,
        /** Nothing of it is decided; the reason is counted. */
        REFUSED,
        /** The same, and no later try will do better. */
        CONFLICTS
    }

    BookingGate(Ledger ledger, Journal journal, DiskWatch disk, CommandRing ring, EngineContext context) {
        this.ledger = ledger;
        this.journal = journal;
        this.disk = disk;
        this.ring = ring;
        tableBytesAllowed = context.tableMemoryBytes();
        clock = context.nanoClock;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(context.nextFilePatienceMs);
        waiting = new ArrayDeque<>(context.ringCapacity());
        publish();
    }

    /** From now on nothing is taken, nor from who has just passed here. */
    void stop() {
        isStopping = true;
        ring.close();
    }

    /** Who leads, as clients may be told; empty when that isn't known. Before the first thread asks. */
    void leader(Supplier<String> value) {
        leader = value;
    }

    /** Who decides while this node doesn't, in words; null while it does. */
    private String followed() {
        if (!isFollowing) {
            return null;
        }
        String name = leader.get();
        return name.isEmpty()
                ? "this node doesn't know which node of the cluster leads"
                : "another node of the cluster leads: " + name;
    }

    /** Whether another node decides now what is asked: nothing is taken, questions neither. */
    void follow(boolean value) {
        isFollowing = value;
    }

    /** Whether a command or question of this type may be handed to the writer; if not, the reason is counted. */
    boolean takes(Request request) {
        Refusal refusal = refusal(request.type());
        if (refusal != null) {
            refuse(request, refusal);
        }
        return refusal == null;
    }

    private Refusal refusal(CommandType type) {
        if (isStopping) {
            return Refusal.STOPPING;
        }
        if (isFollowing) {
            return Refusal.FOLLOWER;
        }
        if (type.isQuestion()) {
            return null;
        }
        if (!disk.acceptsBookings()) {
            return Refusal.DISK;
        }
        if (tableBytes >= tableBytesAllowed && Table.isBoundByMemory(type)) {
            return Refusal.MEMORY;
        }
        return (fullTables & Table.addedToBy(type)) == 0 ? null : Refusal.RECORDS;
    }

    /** Whether the journal, the memory and every table have room for whatever this command may come to. */
    Verdict verdict(Request request) {
        Refusal full = refusalOfTables(request);
        if (full != null) {
            return full(request, full);
        }
        if (journal.hasRoom(request.longestFrame())) {
            return Verdict.ADMITTED;
        }
        if (disk.isNextFileComing()) {
            return Verdict.WAITS;
        }
        return refuse(request, Refusal.DISK);
    }

    /** Puts a request by, behind all others that wait for the journal's next file. */
    void putBy(Request request) {
        long nowNs = clock.nanoTime();
        if (waiting.isEmpty()) {
            waitingSinceNs = nowNs;
            waitedTimes++;
        }
        request.waitsSinceNs = nowNs;
        waiting.addLast(request);
    }

    /** The request that was put by first, or null. */
    Request firstPutBy() {
        return waiting.peekFirst();
    }

    /** Whether the first one has waited for as long as it may. */
    boolean isImpatient() {
        return clock.nanoTime() - waiting.peekFirst().waitsSinceNs >= patienceNs;
    }

    /** The first one waits no more. */
    void removeFirst() {
        waiting.removeFirst();
        if (waiting.isEmpty()) {
            waitedNs += clock.nanoTime() - waitingSinceNs;
        }
    }

    /** How often and how long in all the writer had requests waiting for the journal's next file. */
    EngineStatus.Waits waits() {
        return new EngineStatus.Waits(waitedTimes, TimeUnit.NANOSECONDS.toMillis(waitedNs));
    }

    /**
     * Whether every table has room for whatever this command may come to. The same on every node that has decided the same
     * commands: neither this node's disk nor its memory has a say.
     */
    Verdict verdictOfRecords(Request request) {
        Refusal full = refusalOfRecords(request);
        return full == null ? Verdict.ADMITTED : full(request, full);
    }

    private Verdict full(Request request, Refusal reason) {
        publish();
        refuse(request, reason);
        return reason == Refusal.CURRENCIES ? Verdict.CONFLICTS : Verdict.REFUSED;
    }

    private Refusal refusalOfTables(Request request) {
        if (ledger.memoryBytes() >= tableBytesAllowed && Table.isBoundByMemory(request.type())) {
            return Refusal.MEMORY;
        }
        return refusalOfRecords(request);
    }

    private Refusal refusalOfRecords(Request request) {
        if (!ledger.hasRoomFor(request.type())) {
            return Refusal.RECORDS;
        }
        return ledger.hasRoomForCurrencies(request.frame(), Request.COMMAND_OFFSET) ? null : Refusal.CURRENCIES;
    }

    /** Whether there is room everywhere for a command of the service's own; nothing is counted. */
    boolean admits(Request request) {
        return refusalOfTables(request) == null && journal.hasRoom(request.longestFrame());
    }

    /** The ring did not take it. */
    void refuseAtRing(Request request) {
        refuse(request, isStopping ? Refusal.STOPPING : Refusal.BUSY);
    }

    /** Counts a command that is refused for this reason, and notes it there. */
    Verdict refuse(Request request, Refusal reason) {
        refused.incrementAndGet(reason.ordinal());
        String followed = reason == Refusal.FOLLOWER ? followed() : null;
        request.refusedFor(followed == null ? reason.words() : followed);
        return Verdict.REFUSED;
    }

    /** How many requests were refused, by reason. */
    Map<Refusal, Long> refused() {
        Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
        for (Refusal reason : REFUSALS) {
            counts.put(reason, refused.get(reason.ordinal()));
        }
        return counts;
    }

    /** Between two turns of the writer. */
    void turn(int taken) {
        hasNews |= taken > 0;
        if (hasNews && (taken == 0 || ++turns % TURNS_PER_LOOK == 0)) {
            hasNews = false;
            publish();
        }
    }

    /** Shows the other threads how the tables stand. */
    void publish() {
        for (Table table : TABLES) {
            records.lazySet(table.ordinal(), ledger.records(table));
        }
        long bytes = ledger.memoryBytes();
        if (bytes != tableBytes) {
            tableBytes = bytes;
        }
        int full = ledger.fullTables();
        if (full != fullTables) {
            fullTables = full;
        }
    }

    /** Whether this node's disk has no room for bookings; that of another node may have. */
    boolean lacksDisk() {
        return !disk.acceptsBookings();
    }

    /** Whether bookings are taken. */
    boolean takesBookings() {
        return refusal(CommandType.TRANSACTIONS) == null;
    }

    /** All that stands in the way now; empty when nothing does. */
    List<Obstacle> obstacles() {
        List<Obstacle> obstacles = new ArrayList<>();
        if (isStopping) {
            obstacles.add(new Obstacle(Obstacle.Kind.STOPPING, true, "the service stops"));
        }
        if (ring.standsStill()) {
            obstacles.add(new Obstacle(Obstacle.Kind.STANDSTILL, true, ring.standstill()));
        }
        String followed = followed();
        if (followed != null) {
            obstacles.add(new Obstacle(Obstacle.Kind.FOLLOWER, true, followed));
        }
        if (!disk.acceptsBookings()) {
            obstacles.add(disk());
        }
        if (tableBytes >= tableBytesAllowed) {
            obstacles.add(memory());
        }
        for (Table table : TABLES) {
            if ((fullTables & table.bit()) != 0) {
                obstacles.add(fullTable(table));
            }
        }
        return obstacles;
    }

    /** Records of a table as they were published last. */
    long records(Table table) {
        return records.get(table.ordinal());
    }

    /** Most records of a table. */
    long mostRecords(Table table) {
        return ledger.mostRecords(table);
    }

    /** Bytes of all tables as they were published last. */
    long tableBytes() {
        return tableBytes;
    }

    /** Bytes that the tables may hold. */
    long tableBytesAllowed() {
        return tableBytesAllowed;
    }

    private Obstacle disk() {
        long usable = disk.usableBytes();
        String lacks =
                usable < disk.lowWaterBytes() ? "low-water mark " + disk.lowWaterBytes() : "too few for its next file";
        String words = "changes are refused: " + usable + " bytes are free for the journal, " + lacks
                + "; make room on its disk";
        return new Obstacle(Obstacle.Kind.DISK, true, words);
    }

    private Obstacle memory() {
        String words = "bookings, players, sessions and launch codes are refused: the tables hold " + tableBytes
                + " bytes, engine.table-memory-bytes allows " + tableBytesAllowed
                + "; start with a higher bound on a machine with the memory for it";
        return new Obstacle(Obstacle.Kind.MEMORY, true, words);
    }

    private Obstacle fullTable(Table table) {
        boolean refusesBookings = (Table.addedToBy(CommandType.TRANSACTIONS) & table.bit()) != 0;
        String words = table.refused() + " are refused: there are " + records(table) + " " + table.label()
                + ", and a table holds at most " + mostRecords(table)
                + "; nothing helps but a release with larger tables";
        return new Obstacle(Obstacle.Kind.RECORDS, refusesBookings, words);
    }
}

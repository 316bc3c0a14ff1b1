package bankroll.engine;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.calendar.WindowCalendar;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation.Part;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.journal.Chain.ChainSealer;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerId;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Rfc3339;
import bankroll.protocol.SettingsCommand;
import bankroll.snapshot.SnapshotStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger with its threads: recovers, runs, drains. {@link #submit}, {@link #status} and {@link #close} are for any
 * thread.
 */
public final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final long DRAIN_NAP_NS = 1_000_000;
    private static final long LONGEST_DRAIN_NS = 5_000_000_000L;

    private final EngineContext context;
    private final JournalStore store;
    private final Ledger ledger;
    private final Journal journal;
    private final ChainSealer chain;
    private final CommandRing ring;
    private final LookupAgent lookups;
    private final JournalSyncer syncer;
    private final Doorbell doorbell = new Doorbell();
    private final SnapshotAgent snapshots;
    /** Decides what comes from the ring; null where a log is decided from. */
    private final LedgerAgent writer;
    /** Decides what comes from the log; null without one. */
    private final LogMember member;

    private final LogShare share;
    private final BookingGate gate;
    private final CapacityAgent capacityAgent;
    private final WriterClock.Mark clockMark;
    private final WriterClock clock;
    private final Deque<AgentHost.Hosted> hosted = new ArrayDeque<>();
    private AgentHost.Hosted hostedWriter = () -> {};
    private final HashKey hashKey;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final long firstSequence;
    private final EngineStatus.TimeZone timeZone;
    private volatile boolean failed;

    private Engine(EngineContext context, JournalStore store) {
        this.context = context;
        this.store = store;
        SnapshotStore snapshotStore = context.snapshotOpener.apply(context.dataDirectory());
        Recovery.Recovered recovered = Recovery.recover(store, snapshotStore, context.newLedger, context.recovery());
        ledger = recovered.ledger();
        chain = recovered.chain();
        journal = store.journal();
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(store.recovered().lastSequence(), store.recovered().lastCrc());
        int capacity = context.ringCapacity();
        SyncPolicy policy = context.journal().syncPolicy();
        chain.reportTo(context.degradation())
                .follow(policy.kind() == SyncPolicy.Kind.ALWAYS ? journal::lastForced : journal::lastAppended);
        ring = new CommandRing(capacity, context.inFlightBytes(), context.nanoClock);
        lookups = new LookupAgent(store, ring, capacity, context.degradation(), context.nanoClock);
        syncer = new JournalSyncer(journal, policy, context.nanoClock, ring, lookups, capacity);
        clockMark = new WriterClock.Mark(context.dataDirectory(), context.degradation());
        clock = new WriterClock(
                context.clock(),
                context.nanoClock,
                ledger.timeMs(),
                clockMark.stepMs(),
                context.longestClockStepMs(),
                context.degradation());
        snapshots = new SnapshotAgent(snapshotStore, store, syncer, ledger, sealer, context);
        snapshots.beganWith(recovered.snapshotSequence());
        gate = new BookingGate(ledger, journal, store.disk(), ring, context);
        store.disk().onRoom(doorbell::ring);
        capacityAgent = new CapacityAgent(gate, context.nanoClock, () -> {
            ring.look();
            clockMark.note(clock.refusedStepMs());
        });
        boolean isAlone = context.log() == null;
        hashKey = isAlone && ledger.hashKey() == null ? context.newHashKey.get() : ledger.hashKey();
        share = isAlone
                ? null
                : new LogShare(context.newHashKey.get().first(), context.logRules, chain, capacity, clock);
        member = isAlone ? null : new LogMember(ledger, store, sealer, gate, syncer, snapshots, share);
        writer = isAlone ? alone(sealer) : null;
        if (!isAlone) {
            gate.leader(context.log()::leader);
            chain.onBreak(this::failApart);
            member.onFailure(this::fail);
        }
        firstSequence = ledger.sequence() + 1;
        timeZone = timeZone(context.settings().timeZone(), ledger);
    }

    /** Frames say what this node knows, and the writer decides what comes from the ring. */
    private LedgerAgent alone(Frame.Sealer sealer) {
        sealer.chain((frame, offset) -> chain.head().put(frame, offset));
        sealer.forced(journal::lastForced);
        chain.onBreak(() -> {
            snapshots.takeNow();
            doorbell.ring();
        });
        return new LedgerAgent(
                ring, ledger, new LedgerAgent.Executor(ledger, journal, sealer), clock, syncer, snapshots, gate);
    }

    /** Recovers from the journal, proves it with an append, and starts the threads; joins the log where there is one. */
    public static Engine launch(EngineContext context) {
        Engine engine = launchApart(context);
        try {
            engine.join();
            return engine;
        } catch (RuntimeException | Error e) {
            engine.store.close();
            throw e;
        }
    }

    /**
     * As {@link #launch}, but that it takes no part in its log before {@link #join}: what else a process does to start would
     * keep the log's threads from the processors just when the others wait for their answers.
     */
    public static Engine launchApart(EngineContext context) {
        context.conclude();
        JournalStore store = context.journalOpener().apply(context.journal());
        try {
            // with the lock held: a seed that runs has it
            new DataDirectory(context.dataDirectory()).requireNoSeedUnderWay();
            Engine engine = new Engine(context, store);
            engine.start();
            return engine;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    /**
     * Hands a request to the writer; it comes back through its {@link Request.ReplyPublisher}.
     *
     * @return false when too much is under way or an {@link Obstacle} stands in the way: answer {@code unavailable}, keep the
     *     request
     */
    public boolean submit(Request request) {
        if (!gate.takes(request)) {
            return false;
        }
        boolean isShort = request.isShort(); // from the ring on it is the writer's
        if (!ring.offer(request)) {
            gate.refuseAtRing(request);
            return false;
        }
        if (!isShort || !isDoneByGuest()) {
            doorbell.ring();
        }
        return true;
    }

    /** Whether this thread could do the writer's work while it sleeps. What fails there fails as on the writer's thread. */
    private boolean isDoneByGuest() {
        try {
            return hostedWriter.isAsleep() && writer.turnOfGuest();
        } catch (RuntimeException | Error e) {
            fail(e);
            return false;
        }
    }

    /**
     * The journal's secret; make an {@link bankroll.protocol.IdHasher} per event loop and platform from it. Null as long as
     * a new ledger's log hasn't told it.
     */
    public HashKey hashKey() {
        return share == null ? hashKey : share.said.key();
    }

    /** Which ledger this is; null as long as the key isn't known. */
    public LedgerId ledgerId() {
        HashKey key = hashKey();
        return key == null ? null : LedgerId.of(key);
    }

    /** How the engine stands. */
    public EngineStatus status() {
        return new EngineStatus(
                ledgerId(),
                journal.lastAppended(),
                syncer.releasableSequence(),
                chain.head(),
                share == null ? context.journal().syncPolicy().toString() : "log",
                ring.inFlight(),
                journal.lastAppended() - firstSequence + 1,
                gate.refused(),
                gate.waits(),
                gate.takesBookings(),
                gate.obstacles(),
                capacityAgent.capacity(),
                snapshots.status(),
                timeZone,
                clock.status(),
                context.degradation().entries());
    }

    /** How long forces took, in nanoseconds. */
    public Distribution forceTimesNs() {
        return syncer.forceTimesNs;
    }

    /** How many requests each force released. */
    public Distribution requestsPerForce() {
        return syncer.requestsPerForce;
    }

    /** How many requests were under way, in the ring or behind it, when a force began. */
    public Distribution requestsInFlight() {
        return syncer.requestsInFlight;
    }

    /** How many other requests waited for the lookup thread when it took one. */
    public Distribution lookupsWaiting() {
        return lookups.waiting;
    }

    /** Takes nothing new from now on; what was accepted goes on. */
    public void stopAccepting() {
        gate.stop();
        snapshots.hurry();
    }

    /** Takes nothing new, finishes and releases what was accepted, forces, closes. A second call waits for nothing. */
    @Override
    public void close() {
        stopAccepting();
        if (!stopped.compareAndSet(false, true)) {
            return;
        }
        if (share != null) {
            leave();
        }
        while (ring.inFlight() > 0 && !failed) {
            LockSupport.parkNanos(DRAIN_NAP_NS);
        }
        hosted.pop().end(); // the writer, or the ingress
        snapshots.end();
        hosted.forEach(AgentHost.Hosted::end);
        clockMark.note(clock.refusedStepMs());
        if (!failed) {
            journal.force();
            snapshots.last();
        }
        store.close();
        ledger.close();
    }

    /** What is under way may wait for other nodes: for so long, and is refused then. */
    private void leave() {
        long deadlineNs = context.nanoClock.nanoTime() + LONGEST_DRAIN_NS;
        while (ring.inFlight() > 0 && !failed && context.nanoClock.nanoTime() - deadlineNs < 0) {
            LockSupport.parkNanos(DRAIN_NAP_NS);
        }
        context.log().leave();
        member.end();
    }

    private void start() {
        reportTimeZone(ledger.settings().timeZone(), ledger.windows());
        if (writer != null) {
            begin();
        }
        snapshots.start();
        FailurePolicy stop = FailurePolicy.stop(this::fail);
        host(lookups, lookups.doorbell, degrade(Part.LOOKUPS));
        host(syncer, syncer.doorbell, stop);
        host(chain, new Doorbell(), degrade(Part.CHAIN));
        host(snapshots, snapshots.doorbell, degrade(Part.SNAPSHOTS));
        host(capacityAgent, new Doorbell(), degrade(Part.CAPACITY));
        if (writer != null) {
            hostedWriter = host(writer, doorbell, stop);
        } else {
            host(new LogIngress(context.log(), ring, gate, share, journal, context), doorbell, stop);
        }
    }

    /** Takes part in the log, once; without one there is nothing to do. */
    public void join() {
        if (member != null) {
            context.log().join(member);
        }
    }

    /** The first entry of this start: records the settings, and shows that the journal takes and keeps an entry. */
    private void begin() {
        Request request = new Request(published -> {});
        int items = CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, CommandType.SETTINGS, 1, Origin.SYSTEM);
        int end = SettingsCommand.put(request.frame(), items, hashKey, context.softwareVersion(), context.settings());
        request.commandLength(end - Request.COMMAND_OFFSET);
        if (writer.begin(request)) {
            requireKept();
        } else {
            readOnly();
        }
    }

    private void requireKept() {
        if (journal.force() < ledger.sequence()) {
            throw new ConditionException(
                    ExitCode.IO,
                    "the journal does not keep what is appended: entry " + ledger.sequence() + " was not forced",
                    "look at the disk under " + context.journal().directory() + ", or start on another one");
        }
    }

    /** What is there can be read without an entry of this start; a ledger that has none yet has nothing to tell. */
    private void readOnly() {
        if (ledger.sequence() == 0) {
            throw new ConditionException(
                    ExitCode.TEMPORARY,
                    "no room for the journal's first file: " + store.disk().usableBytes() + " bytes are free",
                    "make room, or lower journal.file-bytes, and start again");
        }
        LOG.error(
                LogId.DISK_FULL_AT_START.marker(),
                "The disk is too full for the journal's next file ({} bytes are free): this start only reads. Bookings are"
                        + " taken as soon as there is room; nobody needs to start it again.",
                store.disk().usableBytes());
    }

    /** Windows that have begun end as they would have: a limit is not given anew because a setting was changed. */
    private void reportTimeZone(String before, LimitWindows windows) {
        String zone = context.settings().timeZone();
        if (windows != null && !zone.equals(before)) {
            LOG.warn(
                    LogId.TIME_ZONE_CHANGED.marker(),
                    "ledger.time-zone is {} and was {}: limits follow it when what has begun ends, the day at {}, the week"
                            + " at {}, the month at {}.",
                    zone,
                    before,
                    Rfc3339.forPeople(windows.day().endMs()),
                    Rfc3339.forPeople(windows.week().endMs()),
                    Rfc3339.forPeople(windows.month().endMs()));
        }
    }

    private static EngineStatus.TimeZone timeZone(String zone, Ledger ledger) {
        LimitWindows windows = ledger.hasRecordedWindows() ? ledger.windows() : null;
        long untilMs = windows == null ? 0 : WindowCalendar.strangeUntilMs(windows, zone, ledger.timeMs());
        return new EngineStatus.TimeZone(zone, untilMs);
    }

    private AgentHost.Hosted host(Agent agent, Doorbell bell, FailurePolicy policy) {
        hosted.push(context.agentHost().host(agent, bell, policy));
        return hosted.peek();
    }

    private FailurePolicy degrade(Part part) {
        return FailurePolicy.degrade(context.degradation(), part);
    }

    /** Whatever the writer or the syncer throws: tables may be ahead of the journal. */
    private void fail(Throwable cause) {
        gate.stop();
        failed = true;
        context.failStop.stop(cause);
    }

    /** What the log led to here is not what it led to elsewhere, or can't be read back. */
    private void failApart() {
        fail(new ConditionException(
                ExitCode.DAMAGE,
                "this node's journal is not that of the other nodes, or can't be read back: the chain ended",
                LogMatch.KEEP
                        + "run \"./bankroll journal verify\" on it, and seed an empty one from the node that leads"));
    }
}

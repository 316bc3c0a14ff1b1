package bankroll.engine;

import bankroll.calendar.WindowCalendar;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation.Part;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.journal.Journal;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.HashKey;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.SettingsCommand;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From the ring to the log, while this node leads: each command becomes a message, in the order of the ring; questions wait
 * for the next message, or for one of their own that decides nothing.
 *
 * <p>Whatever may be refused because of this node's state is refused here: behind the log nothing is. A term begins with
 * the settings of this node, once its chain has come to the end of what was before. One thread.
 */
final class LogIngress implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(LogIngress.class);

    private static final int REQUESTS_PER_TURN = 32;

    /** So long before windows end, messages bring the next ones: the log's time may be ahead of this node's. */
    private static final long AHEAD_MS = 60_000;

    private static final long HELD_NAP_NS = 20_000;

    private final CommandLog log;
    private final CommandRing ring;
    private final BookingGate gate;
    private final LogShare share;
    private final Journal journal;
    private final EngineContext context;
    private final LogMessage message;
    private final Request windows = new Request(published -> {});
    private final Request settings = new Request(published -> {});
    private final LeadFitness fitness = new LeadFitness();
    private final LeadFitness beginning = new LeadFitness();
    private HashKey newKey;
    private long term = CommandLog.NO_TERM;
    private long number;
    private boolean begins;
    private int held;
    private boolean isAsked;
    private LimitWindows windowsBefore;
    private LimitWindows windowsNext;

    LogIngress(
            CommandLog log,
            CommandRing ring,
            BookingGate gate,
            LogShare share,
            Journal journal,
            EngineContext context) {
        this.log = log;
        this.ring = ring;
        this.gate = gate;
        this.share = share;
        this.journal = journal;
        this.context = context;
        this.message = new LogMessage(share.rules);
        gate.follow(true);
    }

    @Override
    public int doWork() {
        int work = log.turn();
        enter(log.term());
        boolean leads = term != CommandLog.NO_TERM;
        passOnWithoutRoom(leads && gate.lacksDisk());
        endWithoutChain(begins && context.degradation().isOf(Part.CHAIN));
        while (work < REQUESTS_PER_TURN && (!leads || isSent())) {
            Request request = ring.poll();
            if (request == null) {
                break;
            }
            work++;
            if (leads) {
                take(request);
            } else {
                gate.refuse(request, Refusal.FOLLOWER);
                refuse(request);
            }
        }
        if (leads && isAsked && isSent()) {
            send(message.writeBarrier(share.sender, next(), share.chain.head()));
        }
        return begins || held > 0 ? work + awaitRoom() : work;
    }

    private void passOnWithoutRoom(boolean isShort) {
        if (fitness.isLost(isShort, context.nanoClock.nanoTime())) {
            LOG.warn(
                    LogId.LEAD_PASSED_ON.marker(),
                    "This node leads, and its disk has had no room for bookings for a while: another node is asked to lead.");
            log.passOn();
        }
    }

    /** The lead can't be passed on by a log in which no follower counts yet (ADR 37): the others elect anew. */
    private void endWithoutChain(boolean isShort) {
        if (beginning.isLost(isShort, context.nanoClock.nanoTime())) {
            throw new ConditionException(
                    ExitCode.IO,
                    "this node was elected and can't begin to lead: it is degraded (chain)",
                    "put right what the line of that names, then start it again");
        }
    }

    /** The log takes nothing now: nobody rings when it does again, and requests wait. */
    private static int awaitRoom() {
        LockSupport.parkNanos(HELD_NAP_NS);
        return 1;
    }

    @Override
    public String roleName() {
        return "log-ingress";
    }

    private void enter(long now) {
        if (now == term) {
            return;
        }
        term = now;
        begins = term != CommandLog.NO_TERM;
        held = 0;
        isAsked = false;
        gate.follow(!begins);
    }

    /** What followers hold their own chain against is that of all before the term (ADR 37). */
    private void beginTerm() {
        writeSettings();
        held = message.writeCommand(share.sender, next(), share.chain.head(), settings);
        begins = false;
    }

    private void writeSettings() {
        HashKey known = share.said.key();
        if (known == null && newKey == null) {
            newKey = context.newHashKey.get();
        }
        int items = CommandHeader.put(settings.frame(), Request.COMMAND_OFFSET, CommandType.SETTINGS, 1, Origin.SYSTEM);
        int end = SettingsCommand.put(
                settings.frame(), items, known == null ? newKey : known, context.softwareVersion(), context.settings());
        settings.commandLength(end - Request.COMMAND_OFFSET);
    }

    private void take(Request request) {
        CommandType type = request.type();
        if (type.isQuestion()) {
            share.pending.add(request, term, number + 1);
            isAsked = true;
        } else if (type == CommandType.CONFIRM_CLOCK && !share.clock.isStepRefused()) {
            request.outcomes(Outcome.CONFLICT);
            giveBack(request);
        } else if (request.commandLength() + LogMessage.OVERHEAD > log.mostBytes()) {
            refuse(request);
        } else {
            offer(type, request);
        }
    }

    private void offer(CommandType type, Request request) {
        int length = message.writeCommand(share.sender, next(), share.chain.head(), request);
        boolean needsWindows = type == CommandType.TRANSACTIONS && makeWindows(share.clock.getAsLong());
        share.pending.add(request, term, number); // from now on the log's thread may give it back
        send(needsWindows ? message.addWindows(windows, length) : length);
    }

    private long next() {
        isAsked = false;
        return ++number;
    }

    /** Whether the windows in force are over, or soon will be; those that follow are made then. About once a day. */
    private boolean makeWindows(long nowMs) {
        long endMs = share.said.windowsEndMs();
        if (nowMs < endMs - AHEAD_MS) {
            return false;
        }
        LimitWindows before = share.said.windows();
        long atMs = Math.max(nowMs, endMs);
        if (windowsNext == null || before != windowsBefore || atMs >= windowsNext.endMs()) {
            String zone = context.settings().timeZone();
            int end = WindowCalendar.put(windows.frame(), Request.COMMAND_OFFSET, zone, before, atMs);
            windows.commandLength(end - Request.COMMAND_OFFSET);
            windowsNext = LimitWindows.get(new Fields().read(windows.frame(), windows.itemsOffset()));
            windowsBefore = before;
        }
        return true;
    }

    private void send(int length) {
        held = length;
        isSent();
    }

    /** Whether the last message is in the log; tries it again if not. A term's first one waits for the chain. */
    private boolean isSent() {
        if (begins && share.chain.hasProved(journal.lastAppended())) {
            beginTerm();
        }
        if (held > 0 && log.offer(message.written(), 0, held)) {
            held = 0;
        }
        return held == 0 && !begins;
    }

    private void refuse(Request request) {
        request.refuse();
        giveBack(request);
    }

    private void giveBack(Request request) {
        ring.release(request);
        request.publish();
    }

    /**
     * When a node that leads should let another one lead: its disk has had no room for bookings for a while, or its chain no file,
     * and the others' may have. Where all are short of room the lead goes round, once a minute from each. Ingress' thread.
     */
    static final class LeadFitness {
        static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
        static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

        private boolean isShort;
        private long shortSinceNs;
        private boolean hasPassedOn;
        private long passedOnNs;

        /**
         * Whether it is time, which begins a minute without another.
         *
         * @param isShortNow whether this node leads, and bookings are refused or wait for want of it
         * @param nowNs from anywhere
         */
        boolean isLost(boolean isShortNow, long nowNs) {
            if (isShortNow && !isShort) {
                shortSinceNs = nowNs;
            }
            isShort = isShortNow;
            boolean isLost =
                    isShort && nowNs - shortSinceNs >= PATIENCE_NS && !(hasPassedOn && nowNs - passedOnNs < AGAIN_NS);
            if (isLost) {
                hasPassedOn = true;
                passedOnNs = nowNs;
            }
            return isLost;
        }
    }
}

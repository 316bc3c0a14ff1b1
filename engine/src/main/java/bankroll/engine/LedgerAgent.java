package bankroll.engine;

import bankroll.calendar.WindowCalendar;
import bankroll.ledger.Ledger;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.LookupPlan;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import org.agrona.concurrent.Agent;

/**
 * The one writer: takes a request, decides and applies it, appends it as one frame, and passes it on to be synced.
 *
 * <p>Never waits: not for the disk, not for a lookup, not for a table. Whatever is thrown here ends the process, since
 * the tables may be ahead of the journal. One thread; no allocation per item.
 */
final class LedgerAgent implements Agent {
    private static final int REQUESTS_PER_TURN = 32;

    private final CommandRing ring;
    private final Ledger ledger;
    private final EntryAppender journal;
    private final WriterClock clock;
    private final JournalSyncer syncer;
    private final SnapshotSchedule snapshots;
    private final BookingGate gate;
    private final Request windows = new Request(published -> {});
    private Request start;

    LedgerAgent(
            CommandRing ring,
            Ledger ledger,
            EntryAppender journal,
            WriterClock clock,
            JournalSyncer syncer,
            SnapshotSchedule snapshots,
            BookingGate gate) {
        this.ring = ring;
        this.ledger = ledger;
        this.journal = journal;
        this.clock = clock;
        this.syncer = syncer;
        this.snapshots = snapshots;
        this.gate = gate;
    }

    @Override
    public int doWork() {
        if (start != null) {
            begin(start);
        }
        int taken = 0;
        for (Request request = ring.poll(); request != null; request = ring.poll()) {
            process(request);
            syncer.enqueue(request);
            if (++taken == REQUESTS_PER_TURN) {
                break;
            }
        }
        snapshots.turn();
        gate.turn(taken);
        return taken;
    }

    @Override
    public String roleName() {
        return "ledger";
    }

    /**
     * The first entry of this start. Where the journal has no room for it, it waits at the head of the turns to come, and
     * only questions are answered before it.
     *
     * @return whether it is in the journal
     */
    boolean begin(Request settings) {
        boolean hasRoom = gate.admits(settings);
        if (hasRoom) {
            execute(settings, clock.nowMs());
            syncer.forceUpTo(ledger.sequence());
        }
        start = hasRoom ? null : settings;
        return hasRoom;
    }

    private boolean admits(Request request) {
        return start == null && gate.admits(request);
    }

    /** Decides, applies and appends one request, or answers a question. */
    void process(Request request) {
        CommandType type = request.type();
        long nowMs = clock.nowMs();
        if (type.isQuestion()) {
            answer(type, request, nowMs);
        } else if (type == CommandType.CONFIRM_CLOCK) {
            confirmClock(request);
        } else if (hasWindows(type, nowMs) && admits(request)) {
            execute(request, nowMs);
        } else {
            refuse(request);
        }
        request.await(ledger.sequence());
    }

    /** The entry itself has the confirmed time. */
    private void confirmClock(Request request) {
        if (!clock.isStepRefused()) {
            outcome(request, 0, Outcome.CONFLICT);
        } else if (admits(request)) {
            clock.confirm();
            execute(request, clock.nowMs());
        } else {
            refuse(request);
        }
    }

    /** Bookings count in the windows of limits: behind their end, new ones go into the journal first. */
    private boolean hasWindows(CommandType type, long nowMs) {
        return type != CommandType.TRANSACTIONS || nowMs < ledger.windowsEndMs() || beginWindows(nowMs);
    }

    /** The calendar is asked here and nowhere later: about once a day. False when the journal has no room. */
    private boolean beginWindows(long nowMs) {
        int end = WindowCalendar.put(windows.frame(), Request.COMMAND_OFFSET, ledger, nowMs);
        windows.commandLength(end - Request.COMMAND_OFFSET);
        boolean hasRoom = admits(windows);
        if (hasRoom) {
            execute(windows, nowMs);
        }
        return hasRoom;
    }

    private void execute(Request request, long nowMs) {
        int outcomes = request.outcomesOffset();
        int recorded = ledger.execute(request.frame(), Request.COMMAND_OFFSET, outcomes, nowMs);
        if (recorded > 0) {
            journal.append(request, recorded, nowMs, ledger.sequence());
        }
        request.answer(ledger.answer(request.frame(), Request.COMMAND_OFFSET, outcomes));
    }

    private void answer(CommandType type, Request request, long nowMs) {
        ledger.moveTo(nowMs);
        switch (type) {
            case LOOKUP -> lookup(request);
            case TRIAL_BALANCE -> answer(request, ledger.trialBalance());
            case COUNTS -> answer(request, ledger.counts());
            default -> execute(request, nowMs);
        }
    }

    private void lookup(Request request) {
        LookupPlan plan = ledger.lookup(request.frame(), Request.COMMAND_OFFSET);
        if (plan == null) {
            outcome(request, 0, Outcome.TRANSACTION_NOT_FOUND);
        } else {
            answer(request, plan);
        }
    }

    private static void answer(Request request, Answer answer) {
        outcome(request, 0, Outcome.OK);
        request.answer(answer);
    }

    /** Nothing is decided when there is no room for it: the outcome must not be known to anybody. */
    private static void refuse(Request request) {
        for (int item = 0; item < request.items(); item++) {
            outcome(request, item, Outcome.UNAVAILABLE);
        }
        request.refuse();
    }

    private static void outcome(Request request, int item, Outcome outcome) {
        OutcomeRecord.start(request.frame(), request.outcomeOffset(item), outcome, Effect.NONE, Anomaly.NONE);
    }
}

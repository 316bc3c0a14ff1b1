package bankroll.engine;

import bankroll.calendar.WindowCalendar;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.ledger.Ledger;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import org.agrona.concurrent.Agent;

/**
 * The one writer: takes a request, decides and applies it, appends it as one frame, and passes it on to be synced. While its
 * thread sleeps, the thread that brings a short question takes its seat to answer it ({@link WriterSeat}).
 *
 * <p>Never waits: not for the disk, not for a lookup, not for a table. Commands for which the journal's next file isn't ready
 * are put by, in their order, while questions go on. Whatever is thrown here ends the process, since the tables may be
 * ahead of the journal. One thread at a time; no allocation per item.
 */
final class LedgerAgent implements Agent {
    private static final int REQUESTS_PER_TURN = 32;
    /** How often a guest finds that others have left it something. */
    private static final int MOST_ROUNDS = 8;

    private final CommandRing ring;
    private final Ledger ledger;
    private final Executor executor;
    private final WriterClock clock;
    private final JournalSyncer syncer;
    private final SnapshotAgent snapshots;
    private final BookingGate gate;
    private final WriterSeat seat = new WriterSeat();
    private final Request windows = new Request(published -> {});
    private Request start;

    LedgerAgent(
            CommandRing ring,
            Ledger ledger,
            Executor executor,
            WriterClock clock,
            JournalSyncer syncer,
            SnapshotAgent snapshots,
            BookingGate gate) {
        this.ring = ring;
        this.ledger = ledger;
        this.executor = executor;
        this.clock = clock;
        this.syncer = syncer;
        this.snapshots = snapshots;
        this.gate = gate;
    }

    @Override
    public int doWork() {
        if (!seat.enter()) {
            return 0;
        }
        int taken;
        try {
            taken = turn();
        } catch (RuntimeException | Error e) {
            seat.fail();
            throw e;
        }
        seat.leave();
        return taken;
    }

    private int turn() {
        if (start != null) {
            begin(start);
        }
        int taken = takeWaiting();
        for (Request request = ring.poll(); request != null; request = ring.poll()) {
            take(request);
            if (++taken >= REQUESTS_PER_TURN) {
                break;
            }
        }
        syncer.turn();
        snapshots.turn();
        gate.turn(taken);
        return taken;
    }

    /**
     * Answers the short questions at the head of the ring on the thread that brought one: to wake the writer costs more
     * (ADR 30). Any thread, once its request is on the ring and while the writer sleeps.
     *
     * @return whether the writer may sleep on; else something is left for it
     */
    boolean turnOfGuest() {
        for (int round = 0; round < MOST_ROUNDS && seat.enterAsGuest(); round++) {
            boolean isAllTaken;
            try {
                isAllTaken = takeShort();
            } catch (RuntimeException | Error e) {
                seat.fail();
                throw e;
            }
            if (seat.leaveAsGuest() || !isAllTaken) {
                return false;
            }
            if (ring.isEmpty()) {
                return true;
            }
        }
        return seat.hasGuest(); // which looks at the ring once more
    }

    private boolean takeShort() {
        Request request = ring.peek();
        for (int taken = 0; taken < REQUESTS_PER_TURN && request != null && request.isShort(); taken++) {
            take(ring.poll());
            request = ring.peek();
        }
        syncer.turn();
        return request == null;
    }

    /** No guest takes a turn from now on. */
    @Override
    public void onClose() {
        seat.end();
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
            executor.execute(settings, clock.nowMs());
            syncer.forceUpTo(ledger.sequence());
        }
        start = hasRoom ? null : settings;
        return hasRoom;
    }

    private void take(Request request) {
        boolean mayGoFirst = gate.firstPutBy() == null || request.type().isQuestion();
        if (mayGoFirst && process(request)) {
            syncer.enqueue(request);
        } else {
            gate.putBy(request);
        }
    }

    /** Those that waited for the journal's next file come first; one whose patience is over is refused. */
    private int takeWaiting() {
        int taken = 0;
        for (Request first = gate.firstPutBy(); first != null && taken < REQUESTS_PER_TURN; first = gate.firstPutBy()) {
            if (!process(first)) {
                if (!gate.isImpatient()) {
                    break;
                }
                gate.refuse(first, Refusal.NEXT_FILE);
                first.refuse();
            }
            gate.removeFirst();
            syncer.enqueue(first);
            taken++;
        }
        return taken;
    }

    /** Decides, applies and appends one request, or answers a question; false when it has to wait for the next file. */
    boolean process(Request request) {
        CommandType type = request.type();
        long nowMs = clock.nowMs();
        BookingGate.Verdict verdict = BookingGate.Verdict.ADMITTED;
        if (type.isQuestion()) {
            executor.answer(type, request, nowMs);
        } else if (type == CommandType.CONFIRM_CLOCK && !clock.isStepRefused()) {
            request.outcomes(Outcome.CONFLICT);
        } else {
            verdict = processCommand(type, request, nowMs);
        }
        request.awaitedSequence = ledger.sequence();
        return verdict != BookingGate.Verdict.WAITS;
    }

    private BookingGate.Verdict processCommand(CommandType type, Request request, long nowMs) {
        BookingGate.Verdict verdict = verdict(type, request, nowMs);
        if (verdict == BookingGate.Verdict.ADMITTED) {
            executor.execute(request, type == CommandType.CONFIRM_CLOCK ? confirmedMs() : nowMs);
        } else if (verdict == BookingGate.Verdict.REFUSED) {
            request.refuse();
        } else if (verdict == BookingGate.Verdict.CONFLICTS) {
            request.outcomes(Outcome.CONFLICT);
        }
        return verdict;
    }

    /** The entry itself has the confirmed time. */
    private long confirmedMs() {
        clock.confirm();
        return clock.nowMs();
    }

    /** Bookings count in the windows of limits: behind their end, new ones go into the journal first. */
    private BookingGate.Verdict verdict(CommandType type, Request request, long nowMs) {
        if (start != null) {
            return gate.refuse(request, Refusal.DISK);
        }
        boolean lacksWindows = type == CommandType.TRANSACTIONS && nowMs >= ledger.windowsEndMs();
        BookingGate.Verdict begun = lacksWindows ? beginWindows(nowMs) : BookingGate.Verdict.ADMITTED;
        if (begun == BookingGate.Verdict.ADMITTED) {
            return gate.verdict(request);
        }
        request.refusedFor(windows.refusal());
        return begun;
    }

    /** The calendar is asked here and nowhere later: about once a day. */
    private BookingGate.Verdict beginWindows(long nowMs) {
        int end = WindowCalendar.put(windows.frame(), Request.COMMAND_OFFSET, ledger, nowMs);
        windows.commandLength(end - Request.COMMAND_OFFSET);
        BookingGate.Verdict verdict = gate.verdict(windows);
        if (verdict == BookingGate.Verdict.ADMITTED) {
            executor.execute(windows, nowMs);
        }
        return verdict;
    }

    /**
     * What becomes of one request at a time that is given: decided, applied and appended as one frame, or answered.
     * Whether there is room for it was asked before. Also of the writer of several nodes, {@link LogMember}: one thread, no
     * allocation per item.
     */
    static final class Executor {
        private final Ledger ledger;
        private final Journal journal;
        private final Frame.Sealer sealer;

        Executor(Ledger ledger, Journal journal, Frame.Sealer sealer) {
            this.ledger = ledger;
            this.journal = journal;
            this.sealer = sealer;
        }

        /** Decides, applies and appends a command. */
        void execute(Request request, long nowMs) {
            int outcomes = request.outcomesOffset();
            int recorded = ledger.execute(request.frame(), Request.COMMAND_OFFSET, outcomes, nowMs);
            if (recorded > 0) {
                append(request, recorded, nowMs);
            }
            request.answer(ledger.answer(request.frame(), Request.COMMAND_OFFSET, outcomes));
        }

        /** What was decided gets a head and a tail and is appended as one frame, under the sequence that the ledger gave it. */
        private void append(Request request, int recorded, long nowMs) {
            int length = sealer.seal(request.frame(), 0, request.commandLength(), recorded, nowMs);
            journal.append(request.frame(), 0, length, sealer.lastSequence());
            if (sealer.lastSequence() != ledger.sequence()) {
                throw new IllegalStateException(
                        "the journal is at " + sealer.lastSequence() + ", the ledger at " + ledger.sequence());
            }
        }

        /** Answers a question. */
        void answer(CommandType type, Request request, long nowMs) {
            ledger.moveTo(nowMs);
            switch (type) {
                case LOOKUP -> lookup(request);
                case TRIAL_BALANCE -> answer(request, ledger.trialBalance());
                case COUNTS -> answer(request, ledger.counts());
                default -> execute(request, nowMs);
            }
        }

        private void lookup(Request request) {
            Answer.LookupPlan plan = ledger.lookup(request.frame(), Request.COMMAND_OFFSET);
            if (plan == null) {
                request.outcome(0, Outcome.TRANSACTION_NOT_FOUND);
            } else {
                answer(request, plan);
            }
        }

        private static void answer(Request request, Answer answer) {
            request.outcome(0, Outcome.OK);
            request.answer(answer);
        }
    }
}

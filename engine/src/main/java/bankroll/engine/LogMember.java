package bankroll.engine;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.SettingsCommand;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * The writer of a node that decides from a {@link CommandLog}: takes the log's messages one by one, decides, applies and
 * appends them.
 *
 * <p>Every node comes to the same frames, byte for byte: time, windows of limits and chain value come with the message, and
 * neither disk, memory, clock nor calendar of this node has a say in what is decided. What is asked here waits for its
 * message ({@link LogShare.Pending}) and is answered behind it. Whatever is thrown here ends the process, since the tables may be
 * ahead of the journal. One thread, the log's.
 */
final class LogMember implements CommandLog.Member {
    private static final long NO_PROOF = -1;

    private final Ledger ledger;
    private final JournalStore store;
    private final Journal journal;
    private final Frame.Sealer sealer;
    private final LedgerAgent.Executor executor;
    private final BookingGate gate;
    private final JournalSyncer syncer;
    private final SnapshotAgent snapshots;
    private final LogShare share;
    private final LogMessage message;
    private final Request command = new Request(published -> {});
    private final Request windows = new Request(published -> {});
    private LogMatch match;
    private ChainHead chain = ChainHead.START;
    private long timeMs;
    private long lastTerm = CommandLog.NO_TERM;
    /** Where the journal ended when the term began. */
    private long beginSequence;
    /** With this entry a leader has said what the chain was at the begin of his term; a start has proved all that was there. */
    private volatile long proofSequence;

    private int taken;
    private Consumer<Throwable> failed = cause -> {};

    LogMember(
            Ledger ledger,
            JournalStore store,
            Frame.Sealer sealer,
            BookingGate gate,
            JournalSyncer syncer,
            SnapshotAgent snapshots,
            LogShare share) {
        this.ledger = ledger;
        this.store = store;
        this.journal = store.journal();
        this.sealer = sealer;
        this.executor = new LedgerAgent.Executor(ledger, journal, sealer);
        this.gate = gate;
        this.syncer = syncer;
        this.snapshots = snapshots;
        this.share = share;
        this.message = new LogMessage(share.rules);
        sealer.chain((frame, offset) -> chain.put(frame, offset));
        share.show(ledger);
    }

    /** Whom {@link #fail} tells. */
    void onFailure(Consumer<Throwable> told) {
        failed = told;
    }

    @Override
    public LogMark recovered() {
        return new LogMark(store.recovered().lastSequence(), store.recovered().lastCrc(), 0);
    }

    @Override
    public void begin(LogMark mark) {
        match = new LogMatch(store, mark);
        timeMs = mark.timeMs();
    }

    @Override
    public boolean take(DirectBuffer buffer, int offset, int length, long timestampMs) {
        message.wrap(buffer, offset, length);
        long nowMs = Math.max(timeMs, timestampMs);
        chain = message.chain(chain);
        if (proofSequence == NO_PROOF && provesBegin()) {
            proofSequence = mark().sequence() + 1;
        }
        boolean isDone = match.isOver() ? decide(nowMs) : isMatched(nowMs) || decide(nowMs);
        if (isDone) {
            timeMs = nowMs;
            share.clock.follow(nowMs);
            taken++;
        }
        return isDone;
    }

    /** A value of fewer entries than this node had proves nothing of the others. It is of none where it isn't known. */
    private boolean provesBegin() {
        return chain.sequence() == 0 || !chain.isShortOf(beginSequence);
    }

    private boolean isMatched(long nowMs) {
        if (message.sender() == share.sender) {
            match.requireOver();
        }
        if (!message.isCommand()) {
            return true;
        }
        message.commandTo(command);
        keepKey(command);
        boolean hasWindows = message.hasWindows() && message.type() == CommandType.TRANSACTIONS;
        if (hasWindows) {
            message.windowsTo(windows);
        }
        return match.holds(command, hasWindows ? windows : null, chain, nowMs);
    }

    private boolean decide(long nowMs) {
        Request own = own(nowMs);
        if (!message.isCommand()) {
            return true;
        }
        Request request = own == null ? command : own;
        if (own == null) {
            message.commandTo(command);
        }
        boolean isDone = decide(request, nowMs);
        if (isDone && own != null) {
            if (own.type() == CommandType.CONFIRM_CLOCK) {
                share.clock.confirm();
            }
            share.pending.remove();
            release(own);
        }
        return isDone;
    }

    /** The request that the message is from, or null. What waited for messages up to this one is answered or refused. */
    private Request own(long nowMs) {
        if (message.sender() != share.sender) {
            return null;
        }
        LogShare.Pending pending = share.pending;
        long number = message.number();
        for (Request lost = pending.before(number); lost != null; lost = pending.before(number)) {
            refuse(lost);
        }
        for (Request question = pending.question(number); question != null; question = pending.question(number)) {
            executor.answer(question.type(), question, nowMs);
            release(question);
        }
        return pending.command(number);
    }

    /** It was this node's when the lead went to another: whether it was decided there, only its id can tell. */
    private void refuse(Request request) {
        gate.refuse(request, Refusal.FOLLOWER);
        request.refuse();
        release(request);
    }

    private void release(Request request) {
        request.awaitedSequence = ledger.sequence();
        syncer.enqueue(request);
    }

    private boolean decide(Request request, long nowMs) {
        CommandType type = request.type();
        keepKey(request);
        if (type == CommandType.TRANSACTIONS && nowMs >= ledger.windowsEndMs()) {
            if (!hasNextWindows(nowMs)) {
                request.refuse();
                return true;
            }
            if (!execute(windows, nowMs)) {
                return false;
            }
            share.show(ledger);
        }
        return switch (gate.verdictOfRecords(request)) {
            case ADMITTED -> execute(request, nowMs);
            case CONFLICTS -> {
                request.outcomes(Outcome.CONFLICT);
                yield true;
            }
            default -> {
                request.refuse();
                yield true;
            }
        };
    }

    /** All nodes book with one secret: the one that came first. */
    private void keepKey(Request request) {
        if (request.type() == CommandType.SETTINGS && ledger.hashKey() != null) {
            SettingsCommand.putKey(request.frame(), request.itemsOffset(), ledger.hashKey());
        }
    }

    /** No calendar is asked here: nodes may have different ones. */
    private boolean hasNextWindows(long nowMs) {
        if (!message.hasWindows()) {
            return false;
        }
        message.windowsTo(windows);
        LimitWindows next = LimitWindows.get(new Fields().read(windows.frame(), windows.itemsOffset()));
        LimitWindows before = ledger.windows();
        return before == null ? contain(next, nowMs) : next.canFollow(before, nowMs);
    }

    private static boolean contain(LimitWindows next, long nowMs) {
        return next.day().contains(nowMs)
                && next.week().contains(nowMs)
                && next.month().contains(nowMs);
    }

    private boolean execute(Request request, long nowMs) {
        if (!journal.hasRoom(request.longestFrame())) {
            return false;
        }
        executor.execute(request, nowMs);
        if (request.type() == CommandType.SETTINGS) {
            share.show(ledger);
        }
        return true;
    }

    @Override
    public void beginTerm(long term) {
        lastTerm = term;
        beginSequence = mark().sequence();
        proofSequence = NO_PROOF;
        chain = ChainHead.START; // of the same entry the next leader may say another value
        refuseBefore(term);
    }

    @Override
    public boolean isProved() {
        long proof = proofSequence;
        return proof != NO_PROOF && share.chain.hasProved(proof);
    }

    @Override
    public void endLead() {
        refuseBefore(Long.MAX_VALUE);
    }

    /** Nobody is to be answered by their messages, should they come. */
    private void refuseBefore(long term) {
        for (Request lost = share.pending.beforeTerm(term); lost != null; lost = share.pending.beforeTerm(term)) {
            refuse(lost);
        }
    }

    @Override
    public void turn() {
        refuseBefore(lastTerm); // the ingress may have added one of the last term after this one began
        syncer.turn();
        snapshots.turn();
        gate.turn(taken);
        taken = 0;
    }

    @Override
    public LogMark mark() {
        return match.isOver() ? new LogMark(sealer.lastSequence(), sealer.lastCrc(), timeMs) : match.mark(timeMs);
    }

    @Override
    public boolean isForced(LogMark mark) {
        return syncer.isForced(mark.sequence());
    }

    @Override
    public long sequence() {
        return journal.lastAppended();
    }

    @Override
    public LongSupplier clock() {
        return share.clock;
    }

    @Override
    public long toldTimeMs() {
        return share.clock.toldMs();
    }

    @Override
    public void hearTime(long leaderMs) {
        share.clock.hearLeader(leaderMs);
    }

    @Override
    public void fail(Throwable cause) {
        failed.accept(cause);
    }

    /** The log gives no more messages: what waits for one is refused. */
    void end() {
        endLead();
        if (match != null) {
            match.close();
        }
    }
}

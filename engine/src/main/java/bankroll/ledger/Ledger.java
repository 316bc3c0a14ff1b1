package bankroll.ledger;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.StateSource;
import bankroll.ledger.table.TableLimits;
import bankroll.ledger.table.Tables;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.CountsAnswer;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.LookupPlan;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TrialBalanceAnswer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The ledger as a state machine: commands in, outcomes out; recorded entries in, the same state again.
 *
 * <p>Deterministic and pure: time, random ids and settings come inside the commands. One thread. Not usable after
 * {@link #close}: the tables are off the heap.
 */
public final class Ledger implements AutoCloseable {
    private final Tables tables;
    private final Decider decider;
    private final Applier applier;
    private final OperatorProof proof;
    private final Queries queries;
    private final Batches batches;
    private final TableRoom room;
    private final EntryPlace place = new EntryPlace();
    private HashKey hashKey;
    private long sequence;
    private long entryTimeMs;

    /** An empty ledger sized for production. */
    public Ledger() {
        this(Tables.SEGMENT_BITS);
    }

    /** An empty ledger with 2^segmentBits slots in a segment of its indexes: few for small ledgers. */
    public Ledger(int segmentBits) {
        this(segmentBits, TableLimits.DEFAULT);
    }

    /** As {@link #Ledger(int)}, with fewer records in a table; for tests. */
    public Ledger(int segmentBits, TableLimits limits) {
        tables = new Tables(segmentBits, limits);
        LedgerView view = new LedgerView(tables);
        decider = new Decider(view);
        applier = new Applier(tables);
        proof = new OperatorProof(view);
        queries = new Queries(tables, view);
        batches = new Batches(tables, view);
        room = new TableRoom(tables);
    }

    /**
     * Decides and applies a command item by item and writes the outcomes behind it.
     *
     * @param request holds the command and takes the outcomes
     * @param command where the command starts
     * @param outcomes where the outcome records go
     * @param nowMs the request's time; never less than an earlier one
     * @return bytes of outcomes to journal with the command as entry {@link #sequence()}; 0 when nothing changed and
     *     there is nothing to record
     */
    public int execute(MutableDirectBuffer request, int command, int outcomes, long nowMs) {
        CommandType type = CommandHeader.type(request, command);
        int items = CommandHeader.items(request, command);
        int first = CommandHeader.itemsOffset(request, command);
        moveTo(nowMs);
        boolean recorded = type == CommandType.TRANSACTIONS
                ? executeBatch(request, first, items, outcomes)
                : executeOther(type, request, first, items, outcomes);
        if (recorded) {
            advance(type, request, first, nowMs);
        }
        return recorded ? outcomesLength(type, items) : 0;
    }

    /**
     * Applies a recorded entry; decides nothing. What can't be is not applied: this ledger is of no use behind it.
     *
     * @param buffer holds the entry
     * @param command where its command starts
     * @param outcomes where its outcomes start
     * @param entrySequence its sequence, one more than {@link #sequence()}
     * @param entryTimeMs its time
     * @return what is recorded in it and can't be, given the entries before it; null when all of it can be
     */
    public Contradicted replay(DirectBuffer buffer, int command, int outcomes, long entrySequence, long entryTimeMs) {
        CommandType type = CommandHeader.type(buffer, command);
        int items = CommandHeader.items(buffer, command);
        int first = CommandHeader.itemsOffset(buffer, command);
        Contradiction wrong = contradiction(type, buffer, first, items, entrySequence, entryTimeMs);
        if (wrong != null) {
            return Contradicted.entry(wrong);
        }
        moveTo(entryTimeMs);
        Contradicted contradicted = type == CommandType.TRANSACTIONS
                ? replayBatch(buffer, first, items, outcomes)
                : replayOther(type, buffer, first, items, outcomes);
        if (contradicted == null) {
            advance(type, buffer, first, timeMs());
        }
        return contradicted;
    }

    /** What can't be about an entry as a whole, or null. */
    private Contradiction contradiction(
            CommandType type, DirectBuffer entry, int first, int items, long entrySequence, long entryTimeMs) {
        if (entrySequence != sequence + 1) {
            return Contradiction.SEQUENCE;
        }
        if (entryTimeMs < timeMs()) {
            return Contradiction.TIME_WENT_BACK;
        }
        if (type.isQuestion()) {
            return Contradiction.QUESTION;
        }
        if (items < 1 || items > type.maxItems()) {
            return Contradiction.ITEM_COUNT;
        }
        return type == CommandType.SETTINGS ? contradictionOfStart(entry, first) : contradictionBeforeStart();
    }

    private Contradiction contradictionOfStart(DirectBuffer entry, int first) {
        boolean isOther = hashKey != null && !hashKey.equals(SettingsCommand.key(entry, first));
        return isOther ? Contradiction.OTHER_HASH_KEY : null;
    }

    private Contradiction contradictionBeforeStart() {
        return hashKey == null ? Contradiction.NO_START : null;
    }

    /**
     * Answers the command executed last, or the question in it.
     *
     * @return the answer, or null when the outcomes say all
     */
    public Answer answer(DirectBuffer request, int command, int outcomes) {
        CommandType type = CommandHeader.type(request, command);
        int item = CommandHeader.itemsOffset(request, command);
        if (type == CommandType.TRANSACTIONS || OutcomeRecord.outcome(request, outcomes) != Outcome.OK) {
            return null;
        }
        return switch (type) {
            case AUTHENTICATE -> queries.identity(session(request, item));
            case BALANCE -> queries.balance(account(request, item));
            case PLAYER, PROFILE, BLOCK, UNBLOCK, LIMITS -> queries.player(account(request, item));
            case SESSIONS -> queries.sessions(account(request, item));
            default -> null;
        };
    }

    /** Where a transaction stands: the first of the asked ids that is known, or null. An operator is told who names it. */
    public LookupPlan lookup(DirectBuffer request, int command) {
        boolean withReferrers = !CommandHeader.isOfPlatform(request, command);
        int item = CommandHeader.itemsOffset(request, command);
        for (int i = CommandHeader.items(request, command); i > 0; i--) {
            LookupPlan plan = queries.lookup(
                    LookupCommand.idHigh(request, item), LookupCommand.idLow(request, item), withReferrers);
            if (plan != null) {
                return plan;
            }
            item += LookupCommand.BYTES;
        }
        return null;
    }

    /** The trial balance as of {@link #sequence()}. */
    public TrialBalanceAnswer trialBalance() {
        return queries.trialBalance(sequence);
    }

    /** Shows every account. Takes time with their number; for tools, not for the writer. */
    public void accounts(AccountVisitor visitor) {
        queries.accounts(visitor);
    }

    /** The operator's id of an account's player, by the number that {@link #accounts} shows. */
    public String playerId(int account) {
        return queries.playerId(account);
    }

    /** Whether there is room for a command. Asked before it is executed, never of a recorded entry. */
    public TableRoom room() {
        return room;
    }

    /** How much of everything there is. */
    public CountsAnswer counts() {
        return queries.counts();
    }

    /** Moves to a time without a command, before a question. */
    public void moveTo(long nowMs) {
        tables.moveTo(nowMs);
    }

    /** The last entry that was applied; 0 in an empty ledger. */
    public long sequence() {
        return sequence;
    }

    /** The latest time that was seen. */
    public long timeMs() {
        return tables.nowMs();
    }

    /** The journal's secret, or null before its first entry. */
    public HashKey hashKey() {
        return hashKey;
    }

    /** The settings in force. */
    public LedgerSettings settings() {
        return tables.settings();
    }

    /** The windows of limits as last said, which may be over; null before. */
    public LimitWindows windows() {
        return tables.windows().current();
    }

    /** Until when bookings can be decided without new windows; 0 when no entry has said any. */
    public long windowsEndMs() {
        return hasRecordedWindows() ? tables.windows().endMs() : 0;
    }

    /** Whether an entry has said the windows of limits. */
    public boolean hasRecordedWindows() {
        return tables.windows().isRecorded();
    }

    /** Goes on with windows that no entry has said: they are no part of the state. */
    public void assumeWindows(LimitWindows windows) {
        tables.windows().assume(windows);
    }

    /** SHA-256 over the whole state, as hex. Takes time with the size of the state; not while it is frozen. */
    public String digest() {
        FrozenState state = freeze();
        try {
            return Digest.of(state);
        } finally {
            release();
        }
    }

    /** The whole state as it is now; another thread may read it while this ledger goes on, until {@link #release}. */
    public FrozenState freeze() {
        return tables.freeze(
                sequence, entryTimeMs, hashKey == null ? 0 : hashKey.first(), hashKey == null ? 0 : hashKey.second());
    }

    /** Lets go of the frozen state: nobody reads it any more. */
    public void release() {
        tables.release();
    }

    /** How many transactions and transfers are remembered, tombstones too. */
    public int transactions() {
        return tables.transactions().size();
    }

    /** Bytes of memory per remembered transaction, index included; 0 when there is none. */
    public double bytesPerTransaction() {
        int count = tables.transactions().size();
        return count == 0 ? 0 : (double) tables.transactionBytes() / count;
    }

    /** How many links from session to session were followed so far; for tests. */
    long sessionSteps() {
        return tables.sessions().steps();
    }

    /** Fills an empty ledger with a state. */
    public void load(StateSource source) {
        sequence = source.number();
        entryTimeMs = source.number();
        hashKey = new HashKey(source.number(), source.number());
        tables.load(source);
        moveTo(entryTimeMs);
    }

    @Override
    public void close() {
        tables.close();
    }

    private boolean executeBatch(MutableDirectBuffer request, int first, int items, int outcomes) {
        if (timeMs() >= tables.windows().endMs()) {
            throw new IllegalStateException(
                    "the windows of limits ended at " + tables.windows().endMs() + "; new ones come before a booking");
        }
        return batches.execute(request, first, items, outcomes, sequence + 1, timeMs());
    }

    private Contradicted replayBatch(DirectBuffer entry, int first, int items, int outcomes) {
        return timeMs() < tables.windows().endMs()
                ? batches.replay(entry, first, items, outcomes, sequence + 1, timeMs())
                : Contradicted.entry(Contradiction.NO_WINDOWS);
    }

    private boolean executeOther(CommandType type, MutableDirectBuffer request, int first, int items, int outcomes) {
        if (type == CommandType.LAUNCH_CODES && isMalformed(request, first, items)) {
            refuseAll(request, outcomes, items);
            return false;
        }
        boolean recorded = false;
        int item = first;
        for (int i = 0; i < items; i++) {
            int outcome = outcomes + i * OutcomeRecord.BYTES;
            decider.decide(type, request, item, request, outcome);
            applier.apply(type, request, item, outcome, place.at(sequence + 1, timeMs(), i));
            recorded |= OutcomeRecord.isRecorded(request, outcome);
            item += Items.length(type, request, item);
        }
        return recorded;
    }

    private Contradicted replayOther(CommandType type, DirectBuffer entry, int first, int items, int outcomes) {
        int item = first;
        for (int i = 0; i < items; i++) {
            int outcome = outcomes + i * OutcomeRecord.BYTES;
            Contradiction wrong = proof.of(type, entry, item, outcome);
            if (wrong != null) {
                return new Contradicted(i, wrong);
            }
            applier.apply(type, entry, item, outcome, place.at(sequence + 1, timeMs(), i));
            item += Items.length(type, entry, item);
        }
        return null;
    }

    private void advance(CommandType type, DirectBuffer entry, int first, long nowMs) {
        sequence++;
        entryTimeMs = nowMs;
        if (type == CommandType.SETTINGS) {
            hashKey = SettingsCommand.key(entry, first);
        }
    }

    private boolean isMalformed(DirectBuffer items, int first, int count) {
        int item = first;
        for (int i = 0; i < count; i++) {
            if (decider.isMalformed(items, item)) {
                return true;
            }
            item += Items.length(CommandType.LAUNCH_CODES, items, item);
        }
        return false;
    }

    private void refuseAll(MutableDirectBuffer request, int outcomes, int count) {
        for (int i = 0; i < count; i++) {
            decider.refuse(request, outcomes + i * OutcomeRecord.BYTES);
        }
    }

    private int session(DirectBuffer request, int item) {
        int repeated = decider.repeatedSession(request, item);
        if (repeated >= 0) {
            return repeated;
        }
        return tables.sessions()
                .find(AuthenticateCommand.sessionHigh(request, item), AuthenticateCommand.sessionLow(request, item));
    }

    private int account(DirectBuffer request, int item) {
        return tables.players().find(PlayerCommand.playerHigh(request, item), PlayerCommand.playerLow(request, item));
    }

    private static int outcomesLength(CommandType type, int items) {
        return items * OutcomeRecord.BYTES + (type == CommandType.LIMITS ? LimitRecord.SET_BYTES : 0);
    }
}

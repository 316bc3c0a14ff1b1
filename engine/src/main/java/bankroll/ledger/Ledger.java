package bankroll.ledger;

import bankroll.ledger.Contradiction.Contradicted;
import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.OperatorRules;
import bankroll.ledger.rule.TransactionRule;
import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerItem;
import java.util.function.ToIntFunction;
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
    private final LookAhead lookAhead;
    private final Finder finder;
    private final TransactionRule transactions;
    private final OperatorRules operators;
    private final Proof proof;
    private final Applier applier;
    private final Queries queries;
    private final Decision decision;
    private final Items items = new Items();

    /** An empty ledger sized for production. */
    public Ledger() {
        this(Tables.SEGMENT_BITS);
    }

    /** An empty ledger with 2^segmentBits slots in a segment of its indexes: few for small ledgers. */
    public Ledger(int segmentBits) {
        this(segmentBits, Table::mostRecords);
    }

    /** As {@link #Ledger(int)}, with fewer records in a table; for tests. */
    public Ledger(int segmentBits, ToIntFunction<Table> mostRecords) {
        tables = new Tables(segmentBits, mostRecords);
        LedgerView view = new LedgerView(tables);
        lookAhead = new LookAhead(tables);
        finder = new Finder(tables, view, lookAhead);
        transactions = new TransactionRule(view);
        operators = new OperatorRules(view);
        proof = new Proof(tables, view);
        applier = new Applier(tables);
        queries = new Queries(tables, view);
        decision = new Decision(view);
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
        tables.moveTo(nowMs);
        items.wrap(request, command, outcomes);
        requireWindows();
        finder.begin(items);
        boolean isRecorded = false;
        while (items.next()) {
            finder.find(items, decision);
            decide(request);
            decision.write(request, items.outcome());
            applier.apply(items, decision);
            isRecorded |= decision.isRecorded();
        }
        if (!isRecorded) {
            return 0;
        }
        tables.advance();
        return items.outcomesLength();
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
        items.wrap(buffer, command, outcomes);
        Contradiction wrong = proof.ofEntry(items, entrySequence, entryTimeMs);
        if (wrong != null) {
            return Contradicted.entry(wrong);
        }
        tables.moveTo(entryTimeMs);
        finder.begin(items);
        while (items.next()) {
            items.requireWhole();
            finder.find(items, decision);
            decision.read(buffer, items.outcome());
            wrong = proof.of(items, decision);
            if (wrong != null) {
                return new Contradicted(items.index(), wrong);
            }
            applier.apply(items, decision);
        }
        tables.advance();
        return null;
    }

    /**
     * Adds a command that will be replayed soon to the group of those that are prepared together; false when it has many items,
     * or the group is full.
     */
    public boolean expect(Items expected) {
        return lookAhead.addAll(expected);
    }

    /** Brings into the cache what the commands expected need, all of them in this buffer. Changes nothing but the time it takes. */
    public void prepare(DirectBuffer buffer) {
        lookAhead.bring(buffer);
    }

    /** Lets go of the commands expected: one of them can't be read. */
    public void forgetExpected() {
        lookAhead.forget();
    }

    /**
     * Answers the command executed last, or the question in it.
     *
     * @return the answer, or null when the outcomes say all
     */
    public Answer answer(DirectBuffer request, int command, int outcomes) {
        items.wrap(request, command, outcomes);
        if (items.type() == CommandType.TRANSACTIONS || OutcomeRecord.outcome(request, outcomes) != Outcome.OK) {
            return null;
        }
        finder.find(items, decision);
        return switch (items.type()) {
            case AUTHENTICATE -> queries.identity(session(request, items.item()));
            case BALANCE -> queries.balance(decision.account());
            case PLAYER, PROFILE, BLOCK, UNBLOCK, LIMITS -> queries.player(decision.account());
            case SESSIONS -> queries.sessions(decision.account());
            default -> null;
        };
    }

    /** Where a transaction stands: the first of the asked ids that is known, or null. An operator is told who names it. */
    public Answer.LookupPlan lookup(DirectBuffer request, int command) {
        boolean withReferrers = !CommandHeader.isOfPlatform(request, command);
        Answer.LookupPlan plan = null;
        items.wrap(request, command, 0);
        while (plan == null && items.next()) {
            plan = queries.lookup(request, LookupCommand.idHashOffset(items.item()), withReferrers);
        }
        return plan;
    }

    /** The trial balance as of {@link #sequence()}. */
    public Answer.TrialBalance trialBalance() {
        return queries.trialBalance(tables.sequence());
    }

    /** Shows every account. Takes time with their number; for tools, not for the writer. */
    public void accounts(AccountVisitor visitor) {
        queries.accounts(visitor);
    }

    /** The operator's id of an account's player, by the number that {@link #accounts} shows. */
    public String playerId(int account) {
        return queries.playerId(account);
    }

    /**
     * Whether the tables can take whatever a command of this type may add, but for currencies. Asked before it is executed,
     * never of a recorded entry: so no table ends in the middle of a command.
     */
    public boolean hasRoomFor(CommandType type) {
        return (tables.full() & Table.addedToBy(type)) == 0;
    }

    /** Whether players in the currencies that a command names can be opened. */
    public boolean hasRoomForCurrencies(DirectBuffer request, int command) {
        return CommandHeader.type(request, command) != CommandType.PLAYERS || hasRoomForEach(request, command);
    }

    /** Each item counts that names an unknown currency; two that name the same one count twice, which only shows at the bound. */
    private boolean hasRoomForEach(DirectBuffer request, int command) {
        int room = tables.mostRecords(Table.CURRENCIES) - tables.records(Table.CURRENCIES);
        items.wrap(request, command, 0);
        while (room >= 0 && room < items.count() && items.next()) {
            int currency = PlayerItem.currencyOffset(items.item());
            int offset = Fields.textOffset(currency);
            int length = Fields.textLength(request, currency);
            room -= tables.books().find(request, offset, length) >= 0 ? 0 : 1;
        }
        return room >= 0;
    }

    /** The tables that couldn't take the largest command of their kind, as bits of {@link Table}. */
    public int fullTables() {
        return tables.full();
    }

    /** Records of a table that are in use. */
    public int records(Table table) {
        return tables.records(table);
    }

    /** Most records of a table. */
    public int mostRecords(Table table) {
        return tables.mostRecords(table);
    }

    /** Bytes of memory that all tables hold. */
    public long memoryBytes() {
        return tables.memoryBytes();
    }

    /** How much of everything there is. */
    public Answer.Counts counts() {
        return queries.counts();
    }

    /** Moves to a time without a command, before a question. */
    public void moveTo(long nowMs) {
        tables.moveTo(nowMs);
    }

    /** The last entry that was applied; 0 in an empty ledger. */
    public long sequence() {
        return tables.sequence();
    }

    /** The latest time that was seen. */
    public long timeMs() {
        return tables.nowMs();
    }

    /** The journal's secret, or null before its first entry. */
    public HashKey hashKey() {
        return tables.hashKey();
    }

    /** The settings in force. */
    public LedgerSettings settings() {
        return tables.settings();
    }

    /** The windows of limits as last said, which may be over; null before. */
    public LimitWindows windows() {
        return tables.windows() == LimitWindows.NONE ? null : tables.windows();
    }

    /** Until when bookings can be decided without new windows; 0 when no entry has said any. */
    public long windowsEndMs() {
        return hasRecordedWindows() ? tables.windows().endMs() : 0;
    }

    /** Whether an entry has said the windows of limits. */
    public boolean hasRecordedWindows() {
        return tables.hasRecordedWindows();
    }

    /** Goes on with windows that no entry has said: they are no part of the state. */
    public void assumeWindows(LimitWindows windows) {
        tables.assumeWindows(windows);
    }

    /** SHA-256 over the whole state, as hex. Takes time with the size of the state; not while it is frozen. */
    public String digest() {
        FrozenState state = freeze();
        try {
            return state.digest();
        } finally {
            release();
        }
    }

    /** The whole state as it is now; another thread may read it while this ledger goes on, until {@link #release}. */
    public FrozenState freeze() {
        return tables.freeze();
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
        tables.load(source);
    }

    @Override
    public void close() {
        tables.close();
    }

    /** The session that the exchange was answered with before, or the one that it opened. */
    private int session(DirectBuffer request, int item) {
        int opened = AuthenticateCommand.sessionOffset(item);
        return decision.session() >= 0
                ? decision.session()
                : tables.sessions().find(Bits128.high(request, opened), Bits128.low(request, opened));
    }

    /** By the rule of its type; changes nothing. */
    private void decide(MutableDirectBuffer request) {
        if (items.type() == CommandType.TRANSACTIONS) {
            transactions.decide(request, items.item(), decision);
        } else {
            operators.decide(items, request, decision);
        }
    }

    private void requireWindows() {
        if (items.type() == CommandType.TRANSACTIONS
                && timeMs() >= tables.windows().endMs()) {
            throw new IllegalStateException(
                    "the windows of limits ended at " + tables.windows().endMs() + "; new ones come before a booking");
        }
    }
}

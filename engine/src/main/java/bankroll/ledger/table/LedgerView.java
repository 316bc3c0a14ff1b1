package bankroll.ledger.table;

import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Bits128;
import bankroll.protocol.Fields;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LimitWindows.Window;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/**
 * What a rule may see: the tables at one moment, read only. The moment's time comes with the request, never from a
 * clock. Who or what is looked for is given by where its {@link Bits128} stand in the entry. One thread; no allocation.
 */
public final class LedgerView {
    private final Tables tables;
    private final Players players;
    private final Transactions transactions;
    private final Total used = new Total();
    private final Total paidOut = new Total();

    /** A view of these tables. */
    public LedgerView(Tables tables) {
        this.tables = tables;
        players = tables.players();
        transactions = tables.transactions();
    }

    /** The time of the request being decided. */
    public long nowMs() {
        return tables.nowMs();
    }

    /** The settings in force. */
    public LedgerSettings settings() {
        return tables.settings();
    }

    /** The account with this hash of a player's id, or -1. */
    public int player(DirectBuffer entry, int hash) {
        return players.find(Bits128.high(entry, hash), Bits128.low(entry, hash));
    }

    /** The account's money, unsigned. */
    public long balance(int account) {
        return players.balance(account);
    }

    /** Whether the account's currency is this text of {@link Fields}. */
    public boolean hasCurrency(int account, DirectBuffer entry, int text) {
        return hasCurrency(account, entry, Fields.textOffset(text), Fields.textLength(entry, text));
    }

    /** Whether a transaction asks in the account's currency. */
    public boolean hasCurrencyOf(DirectBuffer items, int item, int account) {
        int currency = TransactionItem.string(items, item, TransactionField.CURRENCY);
        int offset = TransactionItem.stringOffset(items, currency);
        return hasCurrency(account, items, offset, TransactionItem.stringLength(items, currency));
    }

    private boolean hasCurrency(int account, DirectBuffer bytes, int offset, int length) {
        return tables.books().is(players.currency(account), bytes, offset, length);
    }

    /** Whether the player is blocked now. */
    public boolean isBlocked(int account) {
        return players.isBlocked(account, nowMs());
    }

    /** Whether the player is blocked now by a self-exclusion. */
    public boolean isSelfExcluded(int account) {
        return isBlocked(account) && players.isSelfExcluded(account);
    }

    /** When the block ends. */
    public long blockEndsAtMs(int account) {
        return players.blockEndsAtMs(account);
    }

    /** The session with these bits, or -1; it may be over. */
    public int session(DirectBuffer entry, int bits) {
        return tables.sessions().find(Bits128.high(entry, bits), Bits128.low(entry, bits));
    }

    /** Whether so many sessions of the account are kept that one has to leave before another one is opened. */
    public boolean isAtSessionBound(int account) {
        return tables.sessions().isAtBound(account, settings());
    }

    /** How many sessions of the account may be used now. */
    public int openSessions(int account) {
        return tables.sessions().open(account, settings(), nowMs());
    }

    /** Whether a session was closed before its end. */
    public boolean isClosed(int session) {
        return tables.sessions().isClosed(session);
    }

    /** Whether a session may be used now. */
    public boolean isOpen(int session) {
        return tables.sessions().isOpen(session, settings(), nowMs());
    }

    /** Whether a session of the account that is open now has to be closed before another one is opened. */
    public boolean hasMostSessions(int account) {
        return isAtSessionBound(account) && openSessions(account) >= settings().sessionsPerPlayer();
    }

    /** Whose session it is. */
    public int sessionAccount(int session) {
        return tables.sessions().account(session);
    }

    /** The launch code with this hash that is good now, or -1. */
    public int launchCode(DirectBuffer entry, int hash) {
        int code = tables.launchCodes().find(Bits128.high(entry, hash), Bits128.low(entry, hash));
        return code >= 0 && nowMs() < tables.launchCodes().expiresAtMs(code) ? code : -1;
    }

    /** Whether a launch code is good for a game. */
    public boolean isForGame(int code, DirectBuffer entry, int hash) {
        return tables.launchCodes().isFor(code, Bits128.high(entry, hash), Bits128.low(entry, hash));
    }

    /** Whose launch code it is. */
    public int launchCodeAccount(int code) {
        return tables.launchCodes().account(code);
    }

    /** The open session of an exchange that this one repeats, or -1. */
    public int repeatedSession(DirectBuffer entry, int hash) {
        Exchanges exchanges = tables.exchanges();
        int exchange = exchanges.find(Bits128.high(entry, hash), Bits128.low(entry, hash), nowMs());
        return exchange < 0 ? -1 : openSession(exchanges.sessionHigh(exchange), exchanges.sessionLow(exchange));
    }

    private int openSession(long high, long low) {
        int session = tables.sessions().find(high, low);
        return session >= 0 && isOpen(session) ? session : -1;
    }

    /** The record with this hash of an id, or -1. */
    public int transaction(DirectBuffer entry, int hash) {
        return transactions.find(Bits128.high(entry, hash), Bits128.low(entry, hash));
    }

    /** What kind of record it is. */
    public TransactionType type(int record) {
        return transactions.type(record);
    }

    /** How it was decided. */
    public Outcome status(int record) {
        return transactions.status(record);
    }

    /** Whether it is booked. */
    public boolean isBooked(int record) {
        return transactions.isBooked(record);
    }

    /** Whether a rollback gave it back. */
    public boolean isReversed(int record) {
        return transactions.isReversed(record);
    }

    /** Whether a rollback named it before it was booked. */
    public boolean isTargeted(int record) {
        return transactions.isTargeted(record);
    }

    /** Whether a credit paid it out. */
    public boolean isCredited(int record) {
        return transactions.isCredited(record);
    }

    /** The keyed hash of its content. */
    public long fingerprint(int record) {
        return transactions.fingerprint(record);
    }

    /** The amount that moved, unsigned. */
    public long amount(int record) {
        return transactions.amount(record);
    }

    /** Half of the hash of its player's id. */
    public long playerTag(int record) {
        return transactions.playerTag(record);
    }

    /** When it was decided. */
    public long timeMs(int record) {
        return transactions.timeMs(record);
    }

    /** Whether the account has limits at all. */
    public boolean hasLimits(int account) {
        return players.limits(account) >= 0;
    }

    /** An account's limits, to be read with {@link LimitRecord} from 0 before the next call. */
    public DirectBuffer limits(int account) {
        return tables.limitSets().content(players.limits(account));
    }

    /** Whether windows that an entry says can follow those before at this time: once in the journal, none overlap. */
    public boolean canFollow(LimitWindows said) {
        return said.canFollow(tables.hasRecordedWindows() ? tables.windows() : said, nowMs());
    }

    /**
     * What counts against a limit in its current window; nothing when that is over and the next wasn't said yet. To be
     * read before the next call.
     */
    public Total used(int account, LimitSlot slot) {
        return switch (slot) {
            case STAKE -> used.clear();
            case WAGER_DAY -> wagered(account, LimitWindows.DAY);
            case WAGER_WEEK -> wagered(account, LimitWindows.WEEK);
            case WAGER_MONTH -> wagered(account, LimitWindows.MONTH);
            case LOSS_DAY -> lost(account, LimitWindows.DAY);
            case LOSS_WEEK -> lost(account, LimitWindows.WEEK);
            case LOSS_MONTH -> lost(account, LimitWindows.MONTH);
        };
    }

    private Total wagered(int account, int kind) {
        Window window = tables.windows().get(kind);
        boolean isOver = nowMs() >= window.endMs();
        return isOver ? used.clear() : players.wagered(account, kind, window.number(), used);
    }

    private Total lost(int account, int kind) {
        wagered(account, kind);
        Window window = tables.windows().get(kind);
        boolean isOver = nowMs() >= window.endMs();
        return isOver ? used : used.subtract(players.paidOut(account, kind, window.number(), paidOut));
    }
}

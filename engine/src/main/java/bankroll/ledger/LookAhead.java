package bankroll.ledger;

import bankroll.ledger.table.HashIndex;
import bankroll.ledger.table.HashIndex.CacheLines;
import bankroll.ledger.table.LaunchCodes;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.Tables;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import org.agrona.DirectBuffer;

/**
 * Brings into the cache what items will need soon, a group of them at a time: all slots of a group are touched before the
 * first of them is read, and all records before the first is needed. Memory answers many questions at once in the time of
 * one, but only if they are asked together. It guesses, and changes nothing: only the time depends on it. One thread; no
 * allocation.
 */
final class LookAhead {
    /** Items in a group: enough for all that memory does at once, few enough for the nearest cache to hold. */
    static final int GROUP = 32;

    /** A larger command makes groups of its own. */
    private static final int FEW = GROUP / 2;

    private static final int NONE = -1;
    private static final int MOST_LINES_PER_ITEM = 8;

    private final Players players;
    private final LaunchCodes launchCodes;
    private final HashIndex accounts;
    private final HashIndex transactions;
    private final HashIndex sessions;
    private final HashIndex codes;
    private final HashIndex exchanges;
    private final CacheLines lines = new CacheLines(GROUP * MOST_LINES_PER_ITEM);
    private final CommandType[] types = new CommandType[GROUP];
    private final int[] places = new int[GROUP];
    private final int[] records = new int[GROUP];
    private int size;

    LookAhead(Tables tables) {
        players = tables.players();
        launchCodes = tables.launchCodes();
        accounts = players.lookup();
        transactions = tables.transactions().lookup();
        sessions = tables.sessions().lookup();
        codes = launchCodes.lookup();
        exchanges = tables.exchanges().lookup();
    }

    /** Adds the items of a command that has few; false when it has many, or there is no room for them in the group. */
    boolean addAll(Items items) {
        if (items.count() > Math.min(FEW, GROUP - size)) {
            return false;
        }
        addSome(items);
        return true;
    }

    /** Adds the items behind the one where the walk stands, as many as there is room for. */
    void addSome(Items items) {
        while (size < GROUP && items.next()) {
            types[size] = items.type();
            places[size++] = items.item();
        }
    }

    /** Touches what the items added need, in this buffer, and forgets them. */
    void touch(DirectBuffer entries) {
        for (int i = 0; i < size; i++) {
            addSlots(types[i], entries, places[i]);
        }
        touch();
        for (int i = 0; i < size; i++) {
            records[i] = addRecords(types[i], entries, places[i]);
        }
        touch();
        for (int i = 0; i < size; i++) {
            addRecordsOf(types[i], records[i]);
        }
        touch();
        size = 0;
    }

    /** Forgets the items added, and what of theirs was to be touched. */
    void forget() {
        touch();
        size = 0;
    }

    private void addSlots(CommandType type, DirectBuffer entry, int item) {
        switch (type) {
            case TRANSACTIONS -> addSlots(entry, item);
            case TRANSFERS -> {
                addPlace(transactions, Bits128.high(entry, TransferItem.idHashOffset(item)));
                accounts.addSlot(Bits128.high(entry, TransferItem.playerHashOffset(item)), lines);
            }
            case PLAYERS -> addPlace(accounts, Bits128.high(entry, PlayerItem.playerHashOffset(item)));
            case LAUNCH_CODES -> {
                addPlace(codes, Bits128.high(entry, LaunchCodeItem.codeHashOffset(item)));
                accounts.addSlot(Bits128.high(entry, LaunchCodeItem.playerHashOffset(item)), lines);
            }
            case AUTHENTICATE -> {
                addPlace(codes, Bits128.high(entry, AuthenticateCommand.codeHashOffset(item)));
                addPlace(sessions, Bits128.high(entry, AuthenticateCommand.sessionOffset(item)));
                addPlace(exchanges, Bits128.high(entry, AuthenticateCommand.exchangeHashOffset(item)));
            }
            default -> {}
        }
    }

    /** The record that leads to others, or {@link #NONE}. */
    private int addRecords(CommandType type, DirectBuffer entry, int item) {
        return switch (type) {
            case TRANSACTIONS -> {
                int account = account(entry, item);
                addRecords(entry, item, account, reference(entry, item));
                yield account;
            }
            case TRANSFERS -> addAccount(entry, TransferItem.playerHashOffset(item));
            case LAUNCH_CODES -> addAccount(entry, LaunchCodeItem.playerHashOffset(item));
            case AUTHENTICATE -> {
                int code = codes.guess(Bits128.high(entry, AuthenticateCommand.codeHashOffset(item)));
                codes.addRecord(code, lines);
                yield code;
            }
            default -> NONE;
        };
    }

    private void addRecordsOf(CommandType type, int record) {
        if (record != NONE && type == CommandType.TRANSACTIONS) {
            addSession(newestSession(record));
        } else if (record != NONE && type == CommandType.AUTHENTICATE) {
            accounts.addRecord(launchCodes.account(record), lines);
        }
    }

    private int addAccount(DirectBuffer entry, int hash) {
        int account = accounts.guess(Bits128.high(entry, hash));
        accounts.addRecord(account, lines);
        return account;
    }

    private void addPlace(HashIndex index, long high) {
        index.addSlot(high, lines);
        index.addRoom(high, lines);
    }

    /** Adds where a transaction's records are looked up, and its own will be. */
    void addSlots(DirectBuffer entry, int item) {
        addPlace(transactions, TransactionItem.idHigh(entry, item));
        accounts.addSlot(TransactionItem.playerHigh(entry, item), lines);
        transactions.addSlot(TransactionItem.referenceHigh(entry, item), lines);
    }

    /** The account that a transaction probably names, or {@link #NONE}. */
    int account(DirectBuffer entry, int item) {
        return accounts.guess(TransactionItem.playerHigh(entry, item));
    }

    /** The record that a transaction probably refers to, or {@link #NONE}. */
    int reference(DirectBuffer entry, int item) {
        return transactions.guess(TransactionItem.referenceHigh(entry, item));
    }

    /** Adds the records that a transaction probably names. */
    void addRecords(DirectBuffer entry, int item, int account, int reference) {
        if (account != NONE) {
            players.addLines(account, TransactionItem.type(entry, item), lines);
        }
        transactions.addRecord(reference, lines);
    }

    /** Nearly always it is the session that the player opened last: the account knows it, so no slot is asked. */
    int newestSession(int account) {
        return account == NONE ? NONE : players.newestSession(account);
    }

    /** Adds a session's record. */
    void addSession(int session) {
        sessions.addRecord(session, lines);
    }

    /** Touches what was added. */
    void touch() {
        lines.touch();
    }

    /**
     * An item's place is known only from the length of the one before it; cache lines need no such chain. A buffer may end with
     * the last item, before the place of the outcomes, which grows it when they are written.
     */
    void touch(DirectBuffer entry, int from, int to) {
        long touched = 0;
        int last = Math.min(to, entry.capacity()) - Long.BYTES;
        for (int line = from; line <= last; line += CacheLines.BYTES) {
            touched += entry.getLong(line);
        }
        lines.keep(touched);
    }
}

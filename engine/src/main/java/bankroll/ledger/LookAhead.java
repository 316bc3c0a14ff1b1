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
    private final int[] found = new int[GROUP];
    private final int[] references = new int[GROUP];
    private final int[] openSessions = new int[GROUP];
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

    /** Brings what the items added need into the cache, in this buffer, and forgets the items; what it guessed stays. */
    void bring(DirectBuffer entries) {
        for (int i = 0; i < size; i++) {
            addSlots(types[i], entries, places[i]);
        }
        lines.touch();
        for (int i = 0; i < size; i++) {
            addRecords(i, entries, places[i]);
        }
        lines.touch();
        for (int i = 0; i < size; i++) {
            addRecordsBehind(i);
        }
        lines.touch();
        size = 0;
    }

    /** Forgets the items added, and what of theirs was to be touched. */
    void forget() {
        lines.touch();
        size = 0;
    }

    /** The account that a transaction of the last group probably names, or {@link HashIndex#NONE}. */
    int account(int inGroup) {
        return found[inGroup];
    }

    /** The record that it probably refers to. */
    int reference(int inGroup) {
        return references[inGroup];
    }

    /** Its session, nearly always: the one that the player opened last. The account knows it, so no slot is asked. */
    int session(int inGroup) {
        return openSessions[inGroup];
    }

    private void addSlots(CommandType type, DirectBuffer entry, int item) {
        switch (type) {
            case TRANSACTIONS -> {
                addPlace(transactions, TransactionItem.idHigh(entry, item));
                accounts.addSlot(TransactionItem.playerHigh(entry, item), lines);
                transactions.addSlot(TransactionItem.referenceHigh(entry, item), lines);
            }
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

    /** Where a record is looked up that will be added. */
    private void addPlace(HashIndex index, long high) {
        index.addSlot(high, lines);
        index.addRoom(high, lines);
    }

    private void addRecords(int inGroup, DirectBuffer entry, int item) {
        switch (types[inGroup]) {
            case TRANSACTIONS -> addRecordsOfTransaction(inGroup, entry, item);
            case TRANSFERS -> addAccount(Bits128.high(entry, TransferItem.playerHashOffset(item)));
            case LAUNCH_CODES -> addAccount(Bits128.high(entry, LaunchCodeItem.playerHashOffset(item)));
            case AUTHENTICATE -> {
                found[inGroup] = codes.guess(Bits128.high(entry, AuthenticateCommand.codeHashOffset(item)));
                codes.addRecord(found[inGroup], lines);
            }
            default -> {}
        }
    }

    private void addRecordsOfTransaction(int inGroup, DirectBuffer entry, int item) {
        int account = accounts.guess(TransactionItem.playerHigh(entry, item));
        int reference = transactions.guess(TransactionItem.referenceHigh(entry, item));
        if (account != HashIndex.NONE) {
            players.addLines(account, TransactionItem.type(entry, item), lines);
        }
        transactions.addRecord(reference, lines);
        found[inGroup] = account;
        references[inGroup] = reference;
    }

    private void addAccount(long high) {
        accounts.addRecord(accounts.guess(high), lines);
    }

    /** To which those lead that were found: a transaction's account to a session, a launch code to an account. */
    private void addRecordsBehind(int inGroup) {
        int record = found[inGroup];
        switch (types[inGroup]) {
            case TRANSACTIONS -> {
                openSessions[inGroup] = record == HashIndex.NONE ? HashIndex.NONE : players.newestSession(record);
                sessions.addRecord(openSessions[inGroup], lines);
            }
            case AUTHENTICATE -> {
                if (record != HashIndex.NONE) {
                    accounts.addRecord(launchCodes.account(record), lines);
                }
            }
            default -> {}
        }
    }

    /**
     * An item's place is known only from the length of the one before it; cache lines need no such chain. A buffer may end with
     * the last item, before the place of the outcomes, which grows it when they are written.
     */
    void bring(DirectBuffer entry, int from, int to) {
        long touched = 0;
        int last = Math.min(to, entry.capacity()) - Long.BYTES;
        for (int line = from; line <= last; line += CacheLines.BYTES) {
            touched += entry.getLong(line);
        }
        lines.keep(touched);
    }
}

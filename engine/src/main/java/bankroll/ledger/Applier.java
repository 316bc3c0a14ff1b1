package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.table.Blobs;
import bankroll.ledger.table.Books;
import bankroll.ledger.table.Books.Side;
import bankroll.ledger.table.LaunchCodes;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.Sessions;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Transactions;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * From a decided item to the tables: the only place that changes them, for live and replay alike (ARCHITECTURE.md, What
 * always holds, 1). Never decides: what to do is in the outcome. One thread; what moves money allocates nothing.
 */
final class Applier {
    private final Tables tables;
    private final Players players;
    private final Transactions transactions;
    private final Sessions sessions;
    private final Books books;
    private final Blobs blobs;
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer(1024);

    Applier(Tables tables) {
        this.tables = tables;
        players = tables.players();
        transactions = tables.transactions();
        sessions = tables.sessions();
        books = tables.books();
        blobs = tables.blobs();
    }

    /** Applies one item of the entry that comes next. */
    void apply(Items items, Decision decided) {
        if (decided.effect() == Effect.NONE) {
            return;
        }
        if (items.type() == CommandType.TRANSACTIONS) {
            applyTransaction(items.buffer(), items.item(), decided, tables.position(items.index()));
        } else {
            change(items, decided);
        }
    }

    private void change(Items items, Decision decided) {
        DirectBuffer entry = items.buffer();
        int item = items.item();
        switch (items.type()) {
            case TRANSFERS -> applyTransfer(entry, item, decided, tables.position(items.index()));
            case CONFIRM_CLOCK -> {} // the entry's own time says it
            case SETTINGS -> tables.start(SettingsCommand.key(entry, item), SettingsCommand.settings(entry, item));
            case WINDOWS -> tables.recordWindows(LimitWindows.get(new Fields().read(entry, item)));
            case AUTHENTICATE -> openSession(entry, item, decided.anomaly());
            case PLAYERS -> openPlayer(entry, item);
            case PROFILE -> changeProfile(entry, item, decided.account());
            case LAUNCH_CODES -> mint(entry, item, decided.account(), decided.timeMs());
            case BLOCK -> block(entry, item, decided.account());
            case UNBLOCK -> unblock(decided.account());
            case LIMITS -> limits(entry, items.limitSet(), decided.account());
            case CLOSE_SESSION -> sessions.close(decided.session(), tables.settings(), tables.nowMs());
            case CLOSE_SESSIONS -> sessions.closeAll(decided.account(), tables.settings(), tables.nowMs());
            default -> throw new IllegalStateException(items.type() + " changes nothing");
        }
    }

    private void applyTransaction(DirectBuffer entry, int item, Decision decided, long position) {
        if (decided.touchesSession()) {
            sessions.touch(decided.session(), tables.nowMs());
        }
        TransactionType type = TransactionItem.type(entry, item);
        Outcome status = decided.outcome();
        long amount = decided.amount();
        int record = decided.record();
        if (record < 0) {
            record = transactions.add(TransactionItem.idHigh(entry, item), TransactionItem.idLow(entry, item));
        }
        transactions.decided(record, type, status, tables.nowMs());
        transactions.content(
                record,
                TransactionItem.fingerprint(entry, item),
                amount,
                TransactionItem.playerLow(entry, item),
                position);
        switch (decided.effect()) {
            case BOOKED -> book(decided, record, type, amount);
            case REVERSED -> reverse(decided, record, amount);
            case TOMBSTONED -> tombstone(entry, item, record);
            default -> {}
        }
    }

    private void applyTransfer(DirectBuffer entry, int item, Decision decided, long position) {
        int account = decided.account();
        long amount = decided.amount();
        int id = TransferItem.idHashOffset(item);
        long player = Bits128.low(entry, TransferItem.playerHashOffset(item));
        int record = transactions.add(Bits128.high(entry, id), Bits128.low(entry, id));
        transactions.decided(record, TransactionType.TRANSFER, Outcome.OK, tables.nowMs());
        transactions.content(record, TransferItem.fingerprint(entry, item), amount, player, position);
        boolean adjusts = TransferItem.type(entry, item) == TransferType.ADJUSTMENT;
        Side other = adjusts ? Side.ADJUSTMENTS : Side.CASH;
        if (TransferItem.takes(entry, item)) {
            take(account, other, amount);
        } else {
            give(account, other, amount);
        }
    }

    private void book(Decision decided, int record, TransactionType type, long amount) {
        int account = decided.account();
        if (type == TransactionType.DEBIT) {
            take(account, Side.HOUSE, amount);
            players.wager(account, tables.windows(), amount);
            return;
        }
        give(account, Side.HOUSE, amount);
        players.payOut(account, tables.windows(), amount);
        int debit = decided.reference();
        if (debit >= 0) {
            transactions.credit(debit);
            transactions.refer(debit, record);
        }
    }

    private void reverse(Decision decided, int record, long amount) {
        int account = decided.account();
        int debit = decided.reference();
        give(account, Side.HOUSE, amount);
        players.unwager(account, tables.windows(), amount, transactions.timeMs(debit));
        transactions.reverse(debit);
        transactions.refer(debit, record);
    }

    /** The reference is looked for again: it may be the record that was just added. */
    private void tombstone(DirectBuffer entry, int item, int record) {
        int target = record(TransactionItem.referenceHigh(entry, item), TransactionItem.referenceLow(entry, item));
        transactions.target(target);
        transactions.refer(target, record);
    }

    private void take(int account, Side to, long amount) {
        players.subtract(account, amount);
        books.post(players.currency(account), Side.PLAYERS, to, amount);
    }

    private void give(int account, Side from, long amount) {
        players.add(account, amount);
        books.post(players.currency(account), from, Side.PLAYERS, amount);
    }

    private int record(long high, long low) {
        int record = transactions.find(high, low);
        return record >= 0 ? record : transactions.add(high, low);
    }

    private void openPlayer(DirectBuffer entry, int item) {
        int text = PlayerItem.currencyOffset(item);
        int offset = Fields.textOffset(text);
        int length = Fields.textLength(entry, text);
        int known = books.find(entry, offset, length);
        int currency = known >= 0 ? known : books.add(entry, offset, length);
        int profile = PlayerItem.profileOffset(entry, item);
        int blob = blobs.put(entry, profile, item + PlayerItem.length(entry, item) - profile);
        int hash = PlayerItem.playerHashOffset(item);
        players.open(Bits128.high(entry, hash), Bits128.low(entry, hash), currency, blob, tables.nowMs());
    }

    private void changeProfile(DirectBuffer entry, int item, int account) {
        int old = players.profile(account);
        Profile before = Profile.get(new Fields().read(blobs.content(old), 0));
        Fields fields = new Fields().write(scratch, 0);
        PlayerCommand.changes(entry, item).applyTo(before).put(fields);
        blobs.remove(old);
        players.profile(account, blobs.put(scratch, 0, fields.position()));
    }

    private void block(DirectBuffer entry, int item, int account) {
        PlayerCommand.Block block = PlayerCommand.block(entry, item);
        byte[] reason = block.reason().getBytes(StandardCharsets.UTF_8);
        blobs.remove(players.blockReason(account));
        int blob = blobs.put(new UnsafeBuffer(reason), 0, reason.length);
        players.block(account, blob, block.untilMs(), block.selfExcluded());
    }

    private void unblock(int account) {
        blobs.remove(players.blockReason(account));
        players.unblock(account);
    }

    private void limits(DirectBuffer entry, int decidedSet, int account) {
        if (players.limits(account) < 0) {
            players.limits(account, tables.limitSets().add());
        }
        tables.limitSets().set(players.limits(account), entry, decidedSet);
    }

    private void mint(DirectBuffer entry, int item, int account, long expiresAtMs) {
        LaunchCodes codes = tables.launchCodes();
        int hash = LaunchCodeItem.codeHashOffset(item);
        int code = codes.mint(
                Bits128.high(entry, hash),
                Bits128.low(entry, hash),
                account,
                LaunchCodeItem.isReusable(entry, item),
                expiresAtMs,
                tables.nowMs());
        int game = LaunchCodeItem.gameHashOffset(item);
        codes.bind(code, Bits128.high(entry, game), Bits128.low(entry, game));
    }

    private void openSession(DirectBuffer entry, int item, Anomaly anomaly) {
        LaunchCodes codes = tables.launchCodes();
        int hash = AuthenticateCommand.codeHashOffset(item);
        int code = codes.find(Bits128.high(entry, hash), Bits128.low(entry, hash));
        int account = codes.account(code);
        if (!codes.isReusable(code)) {
            codes.use(code);
        }
        if (anomaly == Anomaly.OLDEST_SESSION_CLOSED) {
            sessions.close(players.oldestSession(account), tables.settings(), tables.nowMs());
        }
        int session = AuthenticateCommand.sessionOffset(item);
        long high = Bits128.high(entry, session);
        long low = Bits128.low(entry, session);
        sessions.open(high, low, account, tables.sequence() + 1, tables.settings(), tables.nowMs());
        int exchange = AuthenticateCommand.exchangeHashOffset(item);
        long exchangeLow = Bits128.low(entry, exchange);
        if (exchangeLow != 0) {
            tables.exchanges().remember(Bits128.high(entry, exchange), exchangeLow, high, low, tables.nowMs());
        }
    }
}

package bankroll.tools.report;

import bankroll.ledger.Ledger;
import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Answer;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Calendar;
import bankroll.tools.entry.Decimals;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemType;
import bankroll.tools.entry.Words;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.Span;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Gross gaming revenue: bets less rollbacks less wins, each on its own day; and the cash beside it, with what players own.
 * The currency is the account's, because a rollback need not name one; so the report needs every entry from the first one,
 * whatever part of it is reported, or a ledger that knows the accounts. Memory goes with players and lines, not with entries.
 * One thread.
 */
public final class GgrReport implements FrameHandler {
    /** What the report can be split by, besides the currency. */
    public enum Column {
        /** Local day. */
        DAY,
        /** Platform. */
        PLATFORM,
        /** Game. */
        GAME
    }

    private final Span span;
    private final Set<Column> columns;
    private final Decimals decimals;
    private final Calendar calendar;
    private final Words games = new Words();
    private final AccountCurrencies accounts = new AccountCurrencies();
    private final Map<Key, Line> lines = new HashMap<>();
    private final Map<Key, Line> cash = new HashMap<>();
    /** By the currency's number: what players owned before the first entry there is. */
    private final List<Total> ownedBefore = new ArrayList<>();
    /** By the currency's number: by how much that has changed since. */
    private final List<Total> moved = new ArrayList<>();

    private final Item item = new Item();
    private long startSequence;

    /**
     * Prepares.
     *
     * @param span what is counted
     * @param zone whose days
     * @param columns what it is split by
     * @param decimals how amounts are told
     */
    public GgrReport(Span span, ZoneId zone, Set<Column> columns, Decimals decimals) {
        this.span = span;
        this.columns = columns;
        this.decimals = decimals;
        calendar = new Calendar(zone);
    }

    /**
     * Takes the accounts of a ledger for opened: a retention has removed the entries that did. What players owned at its last
     * entry tells what they owned before, once all entries up to it were seen.
     */
    public GgrReport startFrom(Ledger ledger) {
        accounts.startFrom(ledger);
        startSequence = ledger.sequence();
        for (Answer.TrialBalance.Line line : ledger.trialBalance().currencies()) {
            at(accounts.number(line.currency()), ownedBefore).parse(line.players());
        }
        return this;
    }

    /** The accounts that it knows by now. */
    public AccountCurrencies accounts() {
        return accounts;
    }

    private record Key(long day, String platform, int game, int currency) {
        /** Of a line that shows the columns and nothing else. */
        private static final Key NOTHING = new Key(0, "", -1, -1);
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        boolean isWanted = span.contains(item.sequence(), item.timeMs());
        while (item.next()) {
            accounts.note(item);
            if (item.isMoving()) {
                take(isWanted);
            }
        }
        return true;
    }

    /** The lines, by day, platform, currency and game, as far as they are wanted. */
    public List<Summary> rows() {
        List<Map.Entry<Key, Line>> sorted = new ArrayList<>(lines.entrySet());
        sorted.sort(Map.Entry.comparingByKey(Comparator.comparingLong(Key::day)
                .thenComparing(Key::platform)
                .thenComparing(this::code)
                .thenComparing(this::game)));
        return sorted.stream()
                .map(entry -> row(entry.getKey(), code(entry.getKey()), entry.getValue()))
                .toList();
    }

    /** One with the columns of {@link #rows} and no figures. */
    public Summary emptyRow() {
        return row(Key.NOTHING, "", new Line());
    }

    private Summary row(Key key, String currency, Line line) {
        return putGgr(head(key, currency), currency, line);
    }

    /** The sums, by currency. */
    public List<Summary> totals() {
        Map<String, Line> sums = new TreeMap<>();
        lines.forEach((key, line) ->
                sums.computeIfAbsent(code(key), code -> new Line()).add(line));
        List<Summary> rows = new ArrayList<>();
        sums.forEach((code, line) -> rows.add(putGgr(new Summary().put("currency", code), code, line)));
        return rows;
    }

    /** Cash and adjustments, and what players own at the end, by currency and, where it is split so, by day. */
    public List<Summary> cash() {
        List<Map.Entry<Key, Line>> sorted = new ArrayList<>(cash.entrySet());
        sorted.sort(Map.Entry.comparingByKey(Comparator.comparingLong(Key::day).thenComparing(this::code)));
        return sorted.stream()
                .map(entry -> cash(
                        entry.getKey(),
                        code(entry.getKey()),
                        at(entry.getKey().currency(), ownedBefore),
                        entry.getValue()))
                .toList();
    }

    /** One with the columns of {@link #cash} and no figures. */
    public Summary emptyCash() {
        return cash(Key.NOTHING, "", new Total(), new Line());
    }

    /** Money moved, within what is counted or before. */
    private void take(boolean isWanted) {
        int currency = accounts.number(item);
        if (currency < 0) {
            throw new IllegalStateException("money of a player moved who was never opened: run verify");
        }
        move(at(currency, moved), item);
        if (item.sequence() <= startSequence) {
            at(currency, ownedBefore).subtract(item.takes() ? 0 : item.moved()).add(item.takes() ? item.moved() : 0);
        }
        if (isWanted) {
            long day = columns.contains(Column.DAY) ? calendar.day(item.timeMs()) : 0;
            Line line = cash.computeIfAbsent(new Key(day, "", -1, currency), key -> new Line());
            line.owned.set(at(currency, moved));
            if (item.type().isTransaction()) {
                add(day, currency);
            } else {
                line.of(item.type()).add(item);
            }
        }
    }

    /** Adds to what players own, or takes from it. */
    private static void move(Total total, Item item) {
        if (item.takes()) {
            total.subtract(item.moved());
        } else {
            total.add(item.moved());
        }
    }

    private static Total at(int currency, List<Total> totals) {
        while (totals.size() <= currency) {
            totals.add(new Total());
        }
        return totals.get(currency);
    }

    private void add(long day, int currency) {
        Key key = new Key(
                day,
                columns.contains(Column.PLATFORM) ? item.originName() : "",
                columns.contains(Column.GAME) ? gameNumber() : -1,
                currency);
        lines.computeIfAbsent(key, fresh -> new Line()).of(item.type()).add(item);
    }

    private int gameNumber() {
        return games.number(item.texts().bytes(ItemField.GAME_ID));
    }

    private Summary head(Key key, String currency) {
        Summary row = new Summary();
        putDay(row, key);
        if (columns.contains(Column.PLATFORM)) {
            row.put("platform", key.platform());
        }
        row.put("currency", currency);
        if (columns.contains(Column.GAME)) {
            row.put("game", game(key));
        }
        return row;
    }

    private void putDay(Summary row, Key key) {
        if (columns.contains(Column.DAY)) {
            row.put("day", LocalDate.ofEpochDay(key.day()).toString());
        }
    }

    private String code(Key key) {
        return accounts.code(key.currency());
    }

    private String game(Key key) {
        return key.game() < 0 ? "" : games.text(key.game());
    }

    /** Amounts added up, and how many they were; corrections with their sign. */
    private static final class Sum {
        private final Total amount = new Total();
        private long count;

        void add(Item item) {
            if (item.type() == ItemType.ADJUSTMENT) {
                move(amount, item);
            } else {
                amount.add(item.moved());
            }
            count++;
        }

        void add(Sum other) {
            amount.add(other.amount);
            count += other.count;
        }
    }

    /** What moved in one line of the report, by the type of the booking. */
    private static final class Line {
        private final Map<ItemType, Sum> sums = new EnumMap<>(ItemType.class);

        /** By how much what players own has changed since the first entry there is; of cash. */
        private final Total owned = new Total();

        Sum of(ItemType type) {
            return sums.computeIfAbsent(type, fresh -> new Sum());
        }

        void add(Line other) {
            other.sums.forEach((type, sum) -> of(type).add(sum));
        }
    }

    /** Bets, wins and rollbacks; the gross gaming revenue is what is left. */
    private Summary putGgr(Summary row, String currency, Line line) {
        putSum(row, "bet", currency, line.of(ItemType.DEBIT));
        putSum(row, "win", currency, line.of(ItemType.CREDIT));
        putSum(row, "rollback", currency, line.of(ItemType.ROLLBACK));
        Total ggr = new Total()
                .add(line.of(ItemType.DEBIT).amount)
                .subtract(line.of(ItemType.ROLLBACK).amount)
                .subtract(line.of(ItemType.CREDIT).amount);
        return row.put("ggr", decimals.format(currency, ggr.toBigInteger()));
    }

    /** What came in and went out, and what players own at the end: what the operator owes them. */
    private Summary cash(Key key, String currency, Total owned, Line line) {
        Summary row = new Summary();
        putDay(row, key);
        row.put("currency", currency);
        putSum(row, "deposit", currency, line.of(ItemType.DEPOSIT));
        putSum(row, "withdrawal", currency, line.of(ItemType.WITHDRAWAL));
        putSum(row, "adjustment", currency, line.of(ItemType.ADJUSTMENT));
        Total liabilities = new Total().add(owned).add(line.owned);
        return row.put("player_liabilities", decimals.format(currency, liabilities.toBigInteger()));
    }

    private void putSum(Summary row, String word, String currency, Sum sum) {
        row.put(word + "s", decimals.format(currency, sum.amount.toBigInteger()))
                .put(word + "_count", sum.count);
    }
}

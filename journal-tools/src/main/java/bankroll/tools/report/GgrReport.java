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
import bankroll.tools.entry.Words;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.Span;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
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
    private final Map<Key, GgrLine> lines = new HashMap<>();
    private final Map<Key, CashLine> cash = new HashMap<>();
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

    private record Key(long day, String platform, int game, int currency) {}

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
        List<Map.Entry<Key, GgrLine>> sorted = new ArrayList<>(lines.entrySet());
        sorted.sort(Map.Entry.comparingByKey(Comparator.comparingLong(Key::day)
                .thenComparing(Key::platform)
                .thenComparing(this::code)
                .thenComparing(this::game)));
        return sorted.stream()
                .map(entry -> entry.getValue().put(head(entry.getKey()), code(entry.getKey()), decimals))
                .toList();
    }

    /** The sums, by currency. */
    public List<Summary> totals() {
        Map<String, GgrLine> sums = new TreeMap<>();
        lines.forEach((key, line) ->
                sums.computeIfAbsent(code(key), code -> new GgrLine()).add(line));
        List<Summary> rows = new ArrayList<>();
        sums.forEach((code, line) -> rows.add(line.put(new Summary().put("currency", code), code, decimals)));
        return rows;
    }

    /** Cash and adjustments, and what players own at the end, by currency and, where it is split so, by day. */
    public List<Summary> cash() {
        List<Map.Entry<Key, CashLine>> sorted = new ArrayList<>(cash.entrySet());
        sorted.sort(Map.Entry.comparingByKey(Comparator.comparingLong(Key::day).thenComparing(this::code)));
        List<Summary> rows = new ArrayList<>();
        sorted.forEach(entry -> {
            Summary row = new Summary();
            putDay(row, entry.getKey());
            String code = code(entry.getKey());
            Total before = at(entry.getKey().currency(), ownedBefore);
            rows.add(entry.getValue().put(row.put("currency", code), code, before, decimals));
        });
        return rows;
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
            CashLine line = cash.computeIfAbsent(new Key(day, "", -1, currency), key -> new CashLine());
            line.add(item);
            line.moved.set(at(currency, moved));
            if (item.type().isTransaction()) {
                add(day, currency);
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
        lines.computeIfAbsent(key, fresh -> new GgrLine()).add(item);
    }

    private int gameNumber() {
        return games.number(item.texts().bytes(ItemField.GAME_ID));
    }

    private Summary head(Key key) {
        Summary row = new Summary();
        putDay(row, key);
        if (columns.contains(Column.PLATFORM)) {
            row.put("platform", key.platform());
        }
        row.put("currency", code(key));
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

    /** Amounts added up, and how many they were. */
    private static final class Sum {
        private final Total amount = new Total();
        private long count;

        void add(Item item) {
            amount.add(item.moved());
            count++;
        }

        void add(Sum other) {
            amount.add(other.amount);
            count += other.count;
        }

        BigInteger value() {
            return amount.toBigInteger();
        }
    }

    /** Bets, wins and rollbacks of one line of the report; the gross gaming revenue is what is left. */
    private static final class GgrLine {
        private final Sum bets = new Sum();
        private final Sum wins = new Sum();
        private final Sum rollbacks = new Sum();

        void add(Item item) {
            switch (item.type()) {
                case DEBIT -> bets.add(item);
                case CREDIT -> wins.add(item);
                default -> rollbacks.add(item);
            }
        }

        void add(GgrLine other) {
            bets.add(other.bets);
            wins.add(other.wins);
            rollbacks.add(other.rollbacks);
        }

        Summary put(Summary row, String currency, Decimals decimals) {
            BigInteger ggr = bets.value().subtract(rollbacks.value()).subtract(wins.value());
            return row.put("bets", decimals.format(currency, bets.value()))
                    .put("bet_count", bets.count)
                    .put("wins", decimals.format(currency, wins.value()))
                    .put("win_count", wins.count)
                    .put("rollbacks", decimals.format(currency, rollbacks.value()))
                    .put("rollback_count", rollbacks.count)
                    .put("ggr", decimals.format(currency, ggr));
        }
    }

    /** What came in and went out in one currency, and what players own at the end: what the operator owes them. */
    private static final class CashLine {
        private final Sum deposits = new Sum();
        private final Sum withdrawals = new Sum();
        private final Total adjustments = new Total();
        private long adjustmentCount;
        /** By how much what players own has changed since the first entry there is. */
        private final Total moved = new Total();

        /** Play changes what players own, no cash. */
        void add(Item item) {
            switch (item.type()) {
                case DEPOSIT -> deposits.add(item);
                case WITHDRAWAL -> withdrawals.add(item);
                case ADJUSTMENT -> {
                    move(adjustments, item);
                    adjustmentCount++;
                }
                default -> {}
            }
        }

        /** @param ownedBefore what players owned before the first entry there is */
        Summary put(Summary row, String currency, Total ownedBefore, Decimals decimals) {
            BigInteger liabilities = ownedBefore.toBigInteger().add(moved.toBigInteger());
            return row.put("deposits", decimals.format(currency, deposits.value()))
                    .put("deposit_count", deposits.count)
                    .put("withdrawals", decimals.format(currency, withdrawals.value()))
                    .put("withdrawal_count", withdrawals.count)
                    .put("adjustments", decimals.format(currency, adjustments.toBigInteger()))
                    .put("adjustment_count", adjustmentCount)
                    .put("player_liabilities", decimals.format(currency, liabilities));
        }
    }
}

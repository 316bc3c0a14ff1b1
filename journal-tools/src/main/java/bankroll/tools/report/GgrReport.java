package bankroll.tools.report;

import bankroll.ledger.Ledger;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransactionItem;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Calendar;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.entry.ItemType;
import bankroll.tools.entry.Words;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.Span;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Gross gaming revenue: bets less rollbacks less wins, each on its own day. The currency is the player's, because a
 * rollback need not name one; so the report needs every entry from the first one, whatever part of it is reported, or a
 * ledger that knows the players. Memory goes with players and lines, not with entries. One thread.
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
    private final Calendar calendar;
    private final Words games = new Words();
    private final Words currencies = new Words();
    private final PlayerCurrencies players = new PlayerCurrencies();
    private final Map<Key, GgrLine> lines = new HashMap<>();
    private final Item item = new Item();

    /**
     * Prepares.
     *
     * @param span what is counted
     * @param zone whose days
     * @param columns what it is split by
     */
    public GgrReport(Span span, ZoneId zone, Set<Column> columns) {
        this.span = span;
        this.columns = columns;
        calendar = new Calendar(zone);
    }

    /** Takes the players of a ledger for opened: a retention has removed the entries that did. */
    public GgrReport startFrom(Ledger ledger) {
        ledger.accounts((account, high, low, currency, balance) -> players.put(high, low, currencies.number(currency)));
        return this;
    }

    private record Key(long day, String platform, int game, int currency) {}

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        boolean isWanted = item.sequence() >= span.fromSequence() && item.timeMs() >= span.sinceMs();
        while (item.next()) {
            if (item.type() == ItemType.PLAYER) {
                open();
            } else if (isWanted && item.type().isTransaction() && item.isMoving()) {
                add();
            }
        }
        return true;
    }

    /** The lines, by day, platform, currency and game, as far as they are wanted. */
    public List<Summary> rows() {
        List<Map.Entry<Key, GgrLine>> sorted = new ArrayList<>(lines.entrySet());
        sorted.sort(Map.Entry.comparingByKey(java.util.Comparator.comparingLong(Key::day)
                .thenComparing(Key::platform)
                .thenComparing(key -> currencies.text(key.currency()))
                .thenComparing(this::game)));
        return sorted.stream()
                .map(entry -> entry.getValue().put(head(entry.getKey())))
                .toList();
    }

    /** The sums, by currency. */
    public List<Summary> totals() {
        Map<String, GgrLine> sums = new TreeMap<>();
        lines.forEach((key, line) -> sums.computeIfAbsent(currencies.text(key.currency()), code -> new GgrLine())
                .add(line));
        List<Summary> rows = new ArrayList<>();
        new LinkedHashMap<>(sums).forEach((code, line) -> rows.add(line.put(new Summary().put("currency", code))));
        return rows;
    }

    private void open() {
        ItemTexts texts = item.texts();
        int currency = currencies.number(
                texts.source(ItemField.CURRENCY), texts.offset(ItemField.CURRENCY), texts.length(ItemField.CURRENCY));
        players.put(
                PlayerItem.playerHigh(item.buffer(), item.offset()),
                PlayerItem.playerLow(item.buffer(), item.offset()),
                currency);
    }

    private void add() {
        int currency = players.get(
                TransactionItem.playerHigh(item.buffer(), item.offset()),
                TransactionItem.playerLow(item.buffer(), item.offset()));
        Key key = new Key(
                columns.contains(Column.DAY) ? calendar.day(item.timeMs()) : 0,
                columns.contains(Column.PLATFORM) ? item.originName() : "",
                columns.contains(Column.GAME) ? gameNumber() : -1,
                currency);
        GgrLine line = lines.get(key);
        if (line == null) {
            line = new GgrLine();
            lines.put(key, line);
        }
        line.add(item);
    }

    private int gameNumber() {
        ItemTexts texts = item.texts();
        return games.number(
                texts.source(ItemField.GAME_ID), texts.offset(ItemField.GAME_ID), texts.length(ItemField.GAME_ID));
    }

    private Summary head(Key key) {
        Summary row = new Summary();
        if (columns.contains(Column.DAY)) {
            row.put("day", LocalDate.ofEpochDay(key.day()).toString());
        }
        if (columns.contains(Column.PLATFORM)) {
            row.put("platform", key.platform());
        }
        row.put("currency", currencies.text(key.currency()));
        if (columns.contains(Column.GAME)) {
            row.put("game", game(key));
        }
        return row;
    }

    private String game(Key key) {
        return key.game() < 0 ? "" : games.text(key.game());
    }
}

package bankroll.tools.reconcile;

import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.Visible;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Decimals;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.reconcile.RecordReader.PlatformRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes differences, one a line: what they have, what we have; and counts them. One thread. */
final class DifferenceWriter {
    private final TextBuffer out;
    private final boolean asJson;
    private final AccountCurrencies accounts;
    private final Decimals decimals;
    private final Map<Key, Line> lines = new TreeMap<>();
    private long count;

    private record Key(Kind kind, String currency) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : currency.compareTo(other.currency);
        }
    }

    /** The differences of one kind in one currency. */
    private static final class Line {
        private final Total theirs = new Total();
        private final Total ours = new Total();
        private long count;
    }

    /**
     * Prepares.
     *
     * @param accounts which currency rollbacks are in
     * @param decimals how amounts are told
     */
    DifferenceWriter(TextBuffer out, boolean asJson, AccountCurrencies accounts, Decimals decimals) {
        this.out = out;
        this.asJson = asJson;
        this.accounts = accounts;
        this.decimals = decimals;
    }

    /** How many were written. */
    long count() {
        return count;
    }

    /** Those that were written, counted and added up by kind and currency. */
    List<Summary> totals() {
        List<Summary> rows = new ArrayList<>();
        lines.forEach((key, line) -> rows.add(new Summary()
                .put("difference", key.kind().label())
                .put("currency", key.currency())
                .put("count", line.count)
                .put("their_amount", decimals.format(key.currency(), line.theirs.toBigInteger()))
                .put("our_amount", decimals.format(key.currency(), line.ours.toBigInteger()))));
        return rows;
    }

    /** Writes one; either side may be null. */
    void write(Kind kind, PlatformRecord theirs, Item ours) {
        String currency = ours == null ? theirs.currency() : currency(theirs, ours);
        count(kind, currency, theirs, ours);
        Summary line = new Summary()
                .put("difference", kind.label())
                .put(
                        "transaction_id",
                        theirs == null ? ours.texts().get(ItemField.TRANSACTION_ID) : theirs.transactionId());
        if (theirs != null) {
            line.put("line", theirs.line()).put("theirs", text(theirs));
        }
        if (ours != null) {
            line.put("sequence", ours.sequence()).put("ours", text(ours));
        }
        out.text(asJson ? line.toJson() : Visible.line(plain(kind, line, theirs, ours)))
                .put('\n');
    }

    /** Each side in its own currency; a difference between two of them counts in both. */
    private void count(Kind kind, String currency, PlatformRecord theirs, Item ours) {
        Line line = line(kind, currency);
        line.count++;
        count++;
        if (ours != null) {
            line.ours.add(ours.amount());
        }
        if (theirs != null) {
            Line other = line(kind, theirs.currency() == null ? currency : theirs.currency());
            other.count += other == line ? 0 : 1;
            other.theirs.add(theirs.amount() == null ? 0 : theirs.amount());
        }
    }

    private Line line(Kind kind, String currency) {
        return lines.computeIfAbsent(new Key(kind, currency == null ? "" : currency), key -> new Line());
    }

    private String currency(PlatformRecord theirs, Item ours) {
        String own = accounts.code(ours);
        return own == null && theirs != null ? theirs.currency() : own;
    }

    private String plain(Kind kind, Summary line, PlatformRecord theirs, Item ours) {
        String id = theirs == null ? ours.texts().get(ItemField.TRANSACTION_ID) : theirs.transactionId();
        String there = theirs == null ? "-" : text(theirs) + " (line " + theirs.line() + ")";
        String here = ours == null ? "-" : text(ours) + " (entry " + ours.sequence() + ")";
        return String.format(Locale.ROOT, "%-13s  %s  theirs: %s  ours: %s", kind.label(), id, there, here);
    }

    private String text(PlatformRecord record) {
        return words(
                record.type(),
                record.amount() == null ? null : amount(record.currency(), record.amount()),
                record.currency(),
                record.playerId(),
                record.status());
    }

    private String text(Item item) {
        TransactionType type = TransactionType.valueOf(item.type().name());
        return words(
                type,
                amount(accounts.code(item), item.amount()),
                accounts.code(item),
                item.texts().get(ItemField.PLAYER_ID),
                item.outcome());
    }

    private static String words(TransactionType type, String amount, String currency, String player, Outcome status) {
        StringBuilder words = new StringBuilder();
        add(words, type == null ? null : type.label());
        add(words, amount);
        add(words, currency);
        add(words, player == null ? null : "of " + player);
        add(words, status == null ? null : status.label());
        return words.toString();
    }

    private String amount(String currency, long minor) {
        return decimals.format(currency, new BigInteger(Long.toUnsignedString(minor)));
    }

    private static void add(StringBuilder words, String word) {
        if (word != null) {
            words.append(words.length() == 0 ? "" : " ").append(word);
        }
    }

    /** In what the platform's list and the journal differ. */
    enum Kind {
        /** The platform has it, the journal does not. */
        MISSING_HERE,
        /** Money moved here, the platform's list does not have it. */
        MISSING_THERE,
        /** Both have it, for another player. */
        PLAYER,
        /** Both have it, one as a debit, say, the other as a credit. */
        TYPE,
        /** Both have it, in another currency. */
        CURRENCY,
        /** Both have it, with another amount. */
        AMOUNT,
        /** Both have it, one booked, say, the other refused. */
        STATUS,
        /** The platform's list has it twice. */
        TWICE;

        /** Those of a transaction that both have, the gravest first. */
        static final Set<Kind> OF_BOTH = EnumSet.range(PLAYER, STATUS);

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The word for it. */
        String label() {
            return label;
        }
    }
}

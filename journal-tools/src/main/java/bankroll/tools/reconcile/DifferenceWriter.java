package bankroll.tools.reconcile;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import java.util.Locale;

/** Writes differences, one a line: what they have, what we have. One thread. */
final class DifferenceWriter {
    private final TextBuffer out;
    private final boolean asJson;
    private final Totals totals = new Totals();

    DifferenceWriter(TextBuffer out, boolean asJson) {
        this.out = out;
        this.asJson = asJson;
    }

    Totals totals() {
        return totals;
    }

    /** Writes one; either side may be null. */
    void write(Kind kind, PlatformRecord theirs, Item ours) {
        String currency = ours == null ? theirs.currency() : currency(theirs, ours);
        totals.add(kind, currency, theirs == null ? null : theirs.amount(), ours == null ? null : ours.amount());
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
        out.text(asJson ? line.toJson() : plain(kind, line, theirs, ours)).put('\n');
    }

    private static String currency(PlatformRecord theirs, Item ours) {
        String own = ours.texts().get(ItemField.CURRENCY);
        return own == null && theirs != null ? theirs.currency() : own;
    }

    private static String plain(Kind kind, Summary line, PlatformRecord theirs, Item ours) {
        String id = theirs == null ? ours.texts().get(ItemField.TRANSACTION_ID) : theirs.transactionId();
        String there = theirs == null ? "-" : text(theirs) + " (line " + theirs.line() + ")";
        String here = ours == null ? "-" : text(ours) + " (entry " + ours.sequence() + ")";
        return String.format(Locale.ROOT, "%-13s  %s  theirs: %s  ours: %s", kind.label(), id, there, here);
    }

    private static String text(PlatformRecord record) {
        return words(
                record.type(),
                record.amount() == null ? null : Long.toUnsignedString(record.amount()),
                record.currency(),
                record.playerId(),
                record.status());
    }

    private static String text(Item item) {
        TransactionType type = TransactionType.valueOf(item.type().name());
        return words(
                type,
                Long.toUnsignedString(item.amount()),
                item.texts().get(ItemField.CURRENCY),
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

    private static void add(StringBuilder words, String word) {
        if (word != null) {
            words.append(words.length() == 0 ? "" : " ").append(word);
        }
    }
}

package bankroll.tools.report;

import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.Visible;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.entry.ItemType;

/**
 * Tells each item as a sentence, with the balance before and after. A rollback has its account's currency, or none where that
 * isn't known: what it names itself means nothing (decisions §5). One thread.
 */
public final class Story {
    private static final ItemField[] CIRCUMSTANCES = {
        ItemField.GAME_ID,
        ItemField.ROUND_ID,
        ItemField.ROOM_ID,
        ItemField.SESSION_ID,
        ItemField.REFERENCE_TRANSACTION_ID,
        ItemField.REASON,
        ItemField.CLIENT_IP,
        ItemField.CREATED_AT
    };

    private final TextBuffer out;
    private final AccountCurrencies accounts;
    private int withoutCurrency;

    /** Tells it there, of accounts that others keep up to date. */
    public Story(TextBuffer out, AccountCurrencies accounts) {
        this.out = out;
        this.accounts = accounts;
    }

    /** Tells one item, in two lines. */
    public void tell(Item item) {
        out.time(item.timeMs());
        out.ascii("  ").ascii(item.type().label().replace('_', ' '));
        name(item);
        out.ascii(": ");
        if (item.type().isBooking()) {
            booking(item);
        } else {
            out.ascii(item.outcome().label());
        }
        if (item.anomaly() != Anomaly.NONE) {
            out.ascii("  [anomaly: ").ascii(item.anomaly().label()).put(']');
        }
        circumstances(item);
    }

    /** That amounts lack their currency, in words; null when all have it. */
    public String untold() {
        return withoutCurrency == 0
                ? null
                : "amounts of rollbacks without a currency: " + withoutCurrency
                        + ". Nothing that was read before them tells"
                        + " it; \"journal export\" takes it from a snapshot";
    }

    private void name(Item item) {
        ItemTexts texts = item.texts();
        text(texts, " ", ItemField.TRANSACTION_ID);
        text(texts, " ", ItemField.TRANSFER_ID);
        text(texts, item.type().isBooking() ? " of player " : " ", ItemField.PLAYER_ID);
    }

    private void booking(Item item) {
        Effect effect = item.effect();
        if (item.isMoving()) {
            amount(item).ascii(item.takes() ? " taken" : effect == Effect.REVERSED ? " given back" : " paid in");
        } else {
            unmoved(item, effect);
        }
        if (item.hasBalance()) {
            out.ascii(", balance ");
            if (item.isMoving()) {
                out.unsigned(item.balanceBefore()).ascii(" -> ");
            } else {
                out.ascii("stays ");
            }
            out.unsigned(item.balance());
        }
    }

    private void unmoved(Item item, Effect effect) {
        switch (effect) {
            case REFUSED ->
                amount(item).ascii(" refused, ").ascii(item.outcome().label());
            case TOMBSTONED -> out.ascii("nothing to give back; the debit it names will never be booked");
            case NOTED -> out.ascii("nothing to give back");
            default ->
                out.ascii(item.outcome() == Outcome.OK ? "sent again, nothing moved" : "nothing moved, ")
                        .ascii(
                                item.outcome() == Outcome.OK
                                        ? ""
                                        : item.outcome().label());
        }
    }

    private TextBuffer amount(Item item) {
        out.unsigned(item.amount());
        if (item.type() != ItemType.ROLLBACK) {
            text(item.texts(), " ", ItemField.CURRENCY);
            return out;
        }
        int currency = accounts.number(item);
        if (currency < 0) {
            withoutCurrency++;
            return out;
        }
        return out.put(' ').plain(accounts.bytes(currency));
    }

    private void circumstances(Item item) {
        out.ascii("\n    entry ").number(item.sequence()).put('.').number(item.index());
        out.ascii(", by ").text(Visible.line(item.originName()));
        ItemTexts texts = item.texts();
        for (ItemField field : CIRCUMSTANCES) {
            text(texts, ", " + word(field) + " ", field);
        }
        out.put('\n');
    }

    private void text(ItemTexts texts, String before, ItemField field) {
        if (texts.has(field)) {
            out.ascii(before).plain(texts.bytes(field));
        }
    }

    private static String word(ItemField field) {
        return field == ItemField.REFERENCE_TRANSACTION_ID
                ? "refers to"
                : field.label().replace("_id", "").replace('_', ' ');
    }
}

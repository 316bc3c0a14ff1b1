package bankroll.tools.export;

import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.entry.ItemType;
import java.util.Arrays;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One item as the values of a row, used again for each; a text is good until the next one is asked for. One thread. */
final class Row {
    private static final UnsafeBuffer[] EFFECTS = words(Arrays.stream(Effect.values())
            .map(effect -> effect.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new));
    private static final UnsafeBuffer[] OUTCOMES =
            words(Arrays.stream(Outcome.values()).map(Outcome::label).toArray(String[]::new));
    private static final UnsafeBuffer[] ANOMALIES =
            words(Arrays.stream(Anomaly.values()).map(Anomaly::label).toArray(String[]::new));
    private static final UnsafeBuffer[] TYPES =
            words(Arrays.stream(ItemType.values()).map(ItemType::label).toArray(String[]::new));

    private final AccountCurrencies accounts;
    private final UnsafeBuffer digits = new UnsafeBuffer(new byte[24]);
    private final UnsafeBuffer amount = new UnsafeBuffer();
    private Item item;
    private ItemTexts texts;
    private String lastOrigin = "";
    private UnsafeBuffer lastOriginBytes = words("")[0];

    /** @param accounts which currency rollbacks are in */
    Row(AccountCurrencies accounts) {
        this.accounts = accounts;
    }

    void of(Item next) {
        item = next;
        texts = next.texts();
    }

    long number(Column column) {
        return switch (column) {
            case SEQUENCE -> item.sequence();
            case ITEM -> item.index();
            default -> item.timeMs();
        };
    }

    /** The text of a column; null when the row has none. */
    DirectBuffer text(Column column) {
        return switch (column) {
            case ORIGIN -> origin();
            case TYPE -> TYPES[item.type().ordinal()];
            case STATUS -> OUTCOMES[item.outcome().ordinal()];
            case EFFECT -> EFFECTS[item.effect().ordinal()];
            case ANOMALY ->
                item.anomaly() == Anomaly.NONE ? null : ANOMALIES[item.anomaly().ordinal()];
            case ID -> text(item.type().isTransfer() ? ItemField.TRANSFER_ID : ItemField.TRANSACTION_ID);
            case CURRENCY -> currency();
            case AMOUNT -> amount(item.amount(), item.type() == ItemType.ADJUSTMENT && item.takes());
            case MOVED -> amount(item.moved(), item.takes() && item.moved() != 0);
            case BALANCE -> item.hasBalance() ? amount(item.balance(), false) : null;
            default -> text(column.field());
        };
    }

    /** A rollback need not name one, and what it names is not looked at: its money is the account's. */
    private DirectBuffer currency() {
        int number = item.type() == ItemType.ROLLBACK ? accounts.number(item) : -1;
        return number < 0 ? text(ItemField.CURRENCY) : accounts.bytes(number);
    }

    private UnsafeBuffer origin() {
        String name = item.originName();
        if (!name.equals(lastOrigin)) {
            lastOrigin = name;
            lastOriginBytes = words(name)[0];
        }
        return lastOriginBytes;
    }

    private DirectBuffer text(ItemField field) {
        return texts.has(field) ? texts.bytes(field) : null;
    }

    private DirectBuffer amount(long magnitude, boolean isNegative) {
        int sign = isNegative ? 1 : 0;
        digits.putByte(0, (byte) '-');
        amount.wrap(digits, 1 - sign, sign + putUnsigned(magnitude));
        return amount;
    }

    private int putUnsigned(long value) {
        return value >= 0
                ? digits.putNaturalLongAscii(1, value)
                : digits.putStringWithoutLengthAscii(1, Long.toUnsignedString(value));
    }

    private static UnsafeBuffer[] words(String... texts) {
        return Arrays.stream(texts)
                .map(text -> new UnsafeBuffer(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .toArray(UnsafeBuffer[]::new);
    }
}

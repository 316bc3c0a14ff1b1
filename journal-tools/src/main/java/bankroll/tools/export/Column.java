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

/**
 * The columns of an export, in order, and the values of an item in them. Codes and order are an interface to other programs: only
 * add at the end.
 */
public enum Column {
    /** The entry's number. */
    SEQUENCE(Kind.NUMBER, null),
    /** Position in the entry. */
    ITEM(Kind.NUMBER, null),
    /** When it was decided, UTC. */
    TIME(Kind.TIME, null),
    /** The platform, or the operator's token. */
    ORIGIN(Kind.WORD, null),
    /** debit, credit, rollback, deposit, withdrawal or adjustment. */
    TYPE(Kind.WORD, null),
    /** The outcome. */
    STATUS(Kind.WORD, null),
    /** What it did: booked, refused, reversed, tombstoned, noted. */
    EFFECT(Kind.WORD, null),
    /** What an auditor should see; empty: nothing. */
    ANOMALY(Kind.WORD, null),
    /** transaction_id or transfer_id. */
    ID(Kind.TEXT, null),
    /** The player. */
    PLAYER_ID(Kind.TEXT, ItemField.PLAYER_ID),
    /** The currency; of a rollback the account's. */
    CURRENCY(Kind.WORD, ItemField.CURRENCY),
    /** Asked for; of a rollback what it gave back. */
    AMOUNT(Kind.AMOUNT, null),
    /** What it changed in the player's balance, with its sign. */
    MOVED(Kind.AMOUNT, null),
    /** The balance after it; empty when the player is unknown. */
    BALANCE(Kind.AMOUNT, null),
    /** The game. */
    GAME_ID(Kind.WORD, ItemField.GAME_ID),
    /** The round. */
    ROUND_ID(Kind.TEXT, ItemField.ROUND_ID),
    /** The room. */
    ROOM_ID(Kind.WORD, ItemField.ROOM_ID),
    /** The session. */
    SESSION_ID(Kind.TEXT, ItemField.SESSION_ID),
    /** The debit that is paid out or reversed. */
    REFERENCE_TRANSACTION_ID(Kind.TEXT, ItemField.REFERENCE_TRANSACTION_ID),
    /** The platform's own time, as it came. */
    CREATED_AT(Kind.TEXT, ItemField.CREATED_AT),
    /** Why a transfer was made. */
    REASON(Kind.TEXT, ItemField.REASON),
    /** The platform's own JSON, only when asked for. */
    DETAILS(Kind.TEXT, ItemField.DETAILS);

    private final Kind kind;
    private final ItemField field;
    private final String label = name().toLowerCase(Locale.ROOT);

    /** How a column's values look. */
    enum Kind {
        /** A 64-bit integer. */
        NUMBER,
        /** A time with milliseconds. */
        TIME,
        /** A text with few different values. */
        WORD,
        /** A text with many different values. */
        TEXT,
        /** An integer of up to 20 characters, as text. */
        AMOUNT
    }

    Column(Kind kind, ItemField field) {
        this.kind = kind;
        this.field = field;
    }

    /** Its name in files. */
    public String label() {
        return label;
    }

    Kind kind() {
        return kind;
    }

    /** The item's text that fills it, or null when it is filled otherwise. */
    ItemField field() {
        return field;
    }

    /** One item as the values of a row, used again for each; a text is good until the next one is asked for. One thread. */
    static final class Row {
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
                    item.anomaly() == Anomaly.NONE
                            ? null
                            : ANOMALIES[item.anomaly().ordinal()];
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
}

package bankroll.tools.entry;

import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.Origin;
import bankroll.protocol.OutcomeRecord;
import java.util.Arrays;
import java.util.Locale;

/**
 * Hands an item's fields to a writer, in an order that reads well: where and when, what and how it went, the ids, the
 * money, the rest.
 */
public final class ItemPrinter {
    /** Name of the entry's number. */
    public static final String SEQUENCE = "sequence";
    /** Name of the item's position in its entry. */
    public static final String ITEM = "item";
    /** Name of the entry's time. */
    public static final String TIME = "time";
    /** Name of the item's type. */
    public static final String TYPE = "type";
    /** Name of the outcome. */
    public static final String STATUS = "status";

    /** Name of what the item did to the tables. */
    public static final String EFFECT = "effect";
    /** Name of the side on which the one stands who asked. */
    public static final String BY = "by";
    /** Name of the name of the one who asked. */
    public static final String BY_NAME = "by_name";

    private static final ItemField[] IDS = {
        ItemField.TRANSACTION_ID, ItemField.TRANSFER_ID, ItemField.PLAYER_ID, ItemField.SESSION_ID
    };
    private static final ItemField[] OTHERS = {
        ItemField.GAME_ID,
        ItemField.ROUND_ID,
        ItemField.ROOM_ID,
        ItemField.REFERENCE_TRANSACTION_ID,
        ItemField.CREATED_AT,
        ItemField.REASON,
        ItemField.CLIENT_IP,
        ItemField.DISPLAY_NAME,
        ItemField.AVATAR_URL,
        ItemField.LANGUAGE,
        ItemField.COUNTRY
    };

    private static final String[] EFFECTS = labels(Effect.values());
    private static final String[] KINDS = labels(Origin.Kind.values());

    private final FieldWriter out;
    private final OperatorFields operatorFields;
    private final boolean withBefore;
    private final boolean withDetails;

    /**
     * @param out takes the fields
     * @param withBefore whether the balance before the item is wanted, too
     * @param withDetails whether the platform's {@code details} are wanted
     */
    public ItemPrinter(FieldWriter out, boolean withBefore, boolean withDetails) {
        this.out = out;
        this.operatorFields = new OperatorFields(out);
        this.withBefore = withBefore;
        this.withDetails = withDetails;
    }

    /** Prints one item. */
    public void print(Item item) {
        out.begin();
        head(item);
        texts(item, IDS);
        money(item);
        texts(item, OTHERS);
        operatorFields.print(item);
        tail(item);
        out.end();
    }

    private void head(Item item) {
        out.number(SEQUENCE, item.sequence());
        out.number(ITEM, item.index());
        out.time(TIME, item.timeMs());
        out.word(TYPE, item.type().label());
        out.word(STATUS, item.outcome().label());
    }

    private void texts(Item item, ItemField[] fields) {
        ItemTexts texts = item.texts();
        for (ItemField field : fields) {
            text(texts, field);
        }
    }

    private void text(ItemTexts texts, ItemField field) {
        if (texts.has(field)) {
            out.text(field.label(), texts.bytes(field));
        }
    }

    private void money(Item item) {
        if (item.type().isBooking()) {
            boolean isNegative = item.type() == ItemType.ADJUSTMENT && item.takes();
            out.amount("amount", isNegative, item.amount());
        }
        text(item.texts(), ItemField.CURRENCY);
        if (item.hasBalance()) {
            if (withBefore) {
                out.amount("balance_before", false, item.balanceBefore());
            }
            out.amount("balance", false, item.balance());
        }
    }

    private void tail(Item item) {
        out.word(EFFECT, EFFECTS[item.effect().ordinal()]);
        if (item.anomaly() != Anomaly.NONE) {
            out.word("anomaly", item.anomaly().label());
        }
        if (OutcomeRecord.hasTime(item.buffer(), item.outcomeOffset())) {
            long timeMs = OutcomeRecord.timeMs(item.buffer(), item.outcomeOffset());
            if (timeMs != item.timeMs()) {
                out.time(item.type() == ItemType.LAUNCH_CODE ? "expires_at" : "processed_at", timeMs);
            }
        }
        out.word(BY, KINDS[item.originKind().ordinal()]);
        out.text(BY_NAME, item.originName());
        ItemTexts texts = item.texts();
        if (withDetails && texts.has(ItemField.DETAILS)) {
            out.json(ItemField.DETAILS.label(), texts.bytes(ItemField.DETAILS));
        }
    }

    private static String[] labels(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
    }
}

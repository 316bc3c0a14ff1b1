package bankroll.tools.entry;

import bankroll.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which items are wanted; all conditions must hold. Set up once, then used by one thread. */
public final class Filter {
    private final List<TextIs> texts = new ArrayList<>();
    private final Set<ItemType> types = EnumSet.noneOf(ItemType.class);
    private final Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    private boolean anomaliesOnly;
    private String origin;

    /** Wants this text; null: any. */
    public Filter text(ItemField field, String value) {
        if (value != null) {
            texts.add(new TextIs(field, value.getBytes(StandardCharsets.UTF_8)));
        }
        return this;
    }

    /** Wants only these types; none: all. */
    public Filter types(Set<ItemType> values) {
        types.addAll(values);
        return this;
    }

    /** Wants only these outcomes; none: all. */
    public Filter outcomes(Set<Outcome> values) {
        outcomes.addAll(values);
        return this;
    }

    /** Wants only what an auditor should see. */
    public Filter anomaliesOnly(boolean value) {
        anomaliesOnly = value;
        return this;
    }

    /** Wants only what this platform or operator token asked for; null: anybody. */
    public Filter origin(String name) {
        origin = name;
        return this;
    }

    /** Whether the item is wanted. */
    public boolean matches(Item item) {
        return (types.isEmpty() || types.contains(item.type()))
                && (outcomes.isEmpty() || outcomes.contains(item.outcome()))
                && (!anomaliesOnly || item.anomaly().code() != 0)
                && (origin == null || origin.equals(item.originName()))
                && hasTexts(item);
    }

    private boolean hasTexts(Item item) {
        for (int i = 0; i < texts.size(); i++) {
            if (!texts.get(i).matches(item.texts())) {
                return false;
            }
        }
        return true;
    }

    private record TextIs(ItemField field, byte[] value) {
        boolean matches(ItemTexts texts) {
            return texts.is(field, value)
                    || field == ItemField.TRANSACTION_ID
                            && (texts.is(ItemField.TRANSFER_ID, value)
                                    || texts.is(ItemField.REFERENCE_TRANSACTION_ID, value));
        }
    }
}

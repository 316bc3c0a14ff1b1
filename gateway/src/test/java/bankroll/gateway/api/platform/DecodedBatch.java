package bankroll.gateway.api.platform;

import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;

/** A decoded command, read back through the protocol's own codec: each item's fields by their names in the contract. */
final class DecodedBatch {
    private static final int OFFSET = 80;
    private static final byte[] PLATFORM = "alpha".getBytes(StandardCharsets.UTF_8);
    private static final IdHasher HASHER = new IdHasher(new HashKey(1, 2), "alpha");

    private DecodedBatch() {}

    static List<Map<String, String>> of(TransactionsDecoder decoder, byte[] body, int length) throws MalformedRequest {
        ExpandableArrayBuffer target = new ExpandableArrayBuffer(64);
        int commandLength = decoder.decode(body, length, target, OFFSET, PLATFORM, HASHER);
        List<Map<String, String>> items = new ArrayList<>();
        int item = CommandHeader.itemsOffset(target, OFFSET);
        for (int i = 0; i < CommandHeader.items(target, OFFSET); i++) {
            items.add(item(target, item));
            item += target.getInt(item);
        }
        if (item != OFFSET + commandLength) {
            throw new AssertionError("the items end at " + item + ", the command at " + (OFFSET + commandLength));
        }
        return items;
    }

    private static Map<String, String> item(ExpandableArrayBuffer target, int item) {
        Map<String, String> fields = new LinkedHashMap<>();
        TransactionType type = TransactionItem.type(target, item);
        fields.put("type", type.label());
        if (type != TransactionType.ROLLBACK) {
            fields.put("amount", Long.toUnsignedString(TransactionItem.amount(target, item)));
        }
        for (TransactionField field : TransactionField.values()) {
            String text = TransactionItem.text(target, item, field);
            if (text != null) {
                fields.put(field.name().toLowerCase(Locale.ROOT), text);
            }
        }
        return fields;
    }
}

package bankroll.gateway.api.platform;

import bankroll.gateway.contract.kit.Json;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The rules of decisions §2 and §5 for a batch once more, in the plainest words: jackson's tree, Strings, BigInteger. What
 * {@link TransactionsDecoder} must agree with, whatever the bytes are.
 */
final class ModelDecoder {
    private static final Map<String, Integer> TEXTS = Map.of(
            "currency",
            16,
            "game_id",
            256,
            "round_id",
            256,
            "transaction_id",
            128,
            "player_id",
            64,
            "session_id",
            256,
            "room_id",
            256,
            "reference_transaction_id",
            128);
    private static final List<String> ORDER = List.of(
            "currency",
            "game_id",
            "round_id",
            "transaction_id",
            "player_id",
            "session_id",
            "room_id",
            "reference_transaction_id");
    private static final Pattern DATE_TIME = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]"
            + "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])");

    private ModelDecoder() {}

    /** The items, or null where the batch is malformed. */
    static List<Map<String, String>> decode(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            require(!text.startsWith("\ufeff") && !text.isBlank());
            JsonNode root = Json.read(body);
            check(root, 1);
            require(root.isObject() && root.path("transactions").isArray());
            require(root.get("transactions").size() >= 1
                    && root.get("transactions").size() <= 500);
            List<Map<String, String>> items = new ArrayList<>();
            for (JsonNode item : root.get("transactions")) {
                items.add(item(item));
            }
            return items;
        } catch (CharacterCodingException | JacksonException | Malformed malformed) {
            return null;
        }
    }

    private static void check(JsonNode node, int depth) throws Malformed {
        require(!node.isContainer() || depth <= 64);
        require(!node.isString() || isWhole(node.asString()));
        for (String name : node.propertyNames()) {
            require(isWhole(name));
        }
        for (JsonNode child : node) {
            check(child, depth + 1);
        }
    }

    private static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static Map<String, String> item(JsonNode item) throws Malformed {
        require(item.isObject());
        Map<String, String> fields = new LinkedHashMap<>();
        String type = string(item, "type", 100);
        require(Set.of("debit", "credit", "rollback").contains(String.valueOf(type)));
        fields.put("type", type);
        boolean isRollback = type.equals("rollback");
        String amount = amount(item, isRollback);
        if (!isRollback) {
            fields.put("amount", amount);
        }
        for (String name : ORDER) {
            String value = string(item, name, TEXTS.get(name));
            if (value != null && !value.isEmpty()) {
                fields.put(name, value);
            }
        }
        requireBy(type, item, fields);
        String createdAt = string(item, "created_at", 64);
        if (createdAt != null) {
            require(isDateTime(createdAt));
            fields.put("created_at", createdAt);
        }
        JsonNode details = item.get("details");
        if (details != null && !details.isNull()) {
            require(details.isObject());
            fields.put("details", details.toString());
        }
        return fields;
    }

    private static void requireBy(String type, JsonNode item, Map<String, String> fields) throws Malformed {
        require(fields.keySet().containsAll(Set.of("transaction_id", "player_id", "game_id")));
        require(type.equals("rollback") || fields.containsKey("currency"));
        require(!type.equals("rollback") || fields.containsKey("reference_transaction_id"));
        require(!type.equals("debit") || item.path("session_id").isString());
        require(!fields.get("transaction_id").equals(fields.get("reference_transaction_id")));
    }

    private static String amount(JsonNode item, boolean isRollback) throws Malformed {
        String text = string(item, "amount", 100);
        if (text == null) {
            require(isRollback);
            return null;
        }
        require(text.matches("-?[0-9]{1,19}"));
        BigInteger value = new BigInteger(text);
        require(isRollback || value.signum() >= 0);
        return value.toString();
    }

    private static String string(JsonNode item, String name, int most) throws Malformed {
        JsonNode value = item.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        require(value.isString());
        String text = value.asString();
        require(text.codePointCount(0, text.length()) <= most);
        require(text.chars().noneMatch(c -> c < ' ' || c == 0x7f));
        return text;
    }

    private static boolean isDateTime(String text) {
        Matcher parts = DATE_TIME.matcher(text);
        if (!parts.matches()) {
            return false;
        }
        try {
            LocalDate.of(
                    Integer.parseInt(parts.group(1)),
                    Integer.parseInt(parts.group(2)),
                    Integer.parseInt(parts.group(3)));
            return true;
        } catch (DateTimeException notInTheCalendar) {
            return false;
        }
    }

    private static void require(boolean holds) throws Malformed {
        if (!holds) {
            throw new Malformed();
        }
    }

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;
    }
}

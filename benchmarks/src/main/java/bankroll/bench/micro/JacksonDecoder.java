package bankroll.bench.micro;

import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.Rfc3339;
import bankroll.gateway.request.TransactionsDecoder;
import bankroll.protocol.Amounts;
import bankroll.protocol.IdHasher;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransactionsEncoder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The batch decoder as it would be with jackson-core: its fastest way, characters of each value without a String, and
 * the same rules (decisions §2 and §5). Only to be measured against {@link TransactionsDecoder}. One thread.
 */
final class JacksonDecoder {
    private static final int MAX_DETAILS_BYTES = 64 * 1024;

    private final JacksonText text = new JacksonText();
    private final TransactionsEncoder encoder = new TransactionsEncoder();
    private final UnsafeBuffer body = new UnsafeBuffer(0, 0);
    private final Set<String> unknown = new HashSet<>();
    private JsonParser json;
    private TransactionType type;
    private int amountSign;
    private int seen;
    private boolean hasSession;
    private boolean hasAmount;

    /** As {@link TransactionsDecoder#decode}. */
    int decode(byte[] bytes, int length, MutableDirectBuffer target, int offset, byte[] platform, IdHasher hasher)
            throws MalformedRequest {
        JacksonText.requireUtf8(bytes, length);
        body.wrap(bytes, 0, length);
        encoder.begin(target, offset, platform, hasher);
        try (JsonParser parser = JacksonText.FACTORY.createParser(bytes, 0, length)) {
            json = parser;
            root();
        } catch (IOException e) {
            throw new MalformedRequest("the body is not valid JSON: " + e.getMessage());
        }
        return encoder.end();
    }

    private void root() throws IOException, MalformedRequest {
        boolean hasTransactions = false;
        Set<String> names = new HashSet<>();
        require(json.nextToken() == JsonToken.START_OBJECT, "the body must be an object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            require(names.add(name), "a name stands twice");
            json.nextToken();
            if ("transactions".equals(name)) {
                items();
                hasTransactions = true;
            } else {
                skip();
            }
        }
        require(hasTransactions, "transactions is missing");
        require(json.nextToken() == null, "something stands behind the JSON object");
    }

    private void items() throws IOException, MalformedRequest {
        require(json.currentToken() == JsonToken.START_ARRAY, "transactions must be an array");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            require(encoder.items() < TransactionsDecoder.MAX_ITEMS, "transactions must hold at most 500 items");
            require(json.currentToken() == JsonToken.START_OBJECT, "an item must be an object");
            item();
        }
        require(encoder.items() > 0, "transactions must hold at least one item");
    }

    private void item() throws IOException, MalformedRequest {
        encoder.beginItem();
        text.clear();
        type = null;
        seen = 0;
        hasSession = false;
        hasAmount = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            member(json.currentName());
        }
        if (!unknown.isEmpty()) {
            unknown.clear();
        }
        complete();
        encoder.endItem(text.bytes(), body);
    }

    private void member(String name) throws IOException, MalformedRequest {
        json.nextToken();
        switch (name) {
            case "transaction_id" -> string(TransactionField.TRANSACTION_ID, 128, 1);
            case "player_id" -> string(TransactionField.PLAYER_ID, 64, 1 << 1);
            case "session_id" -> hasSession = string(TransactionField.SESSION_ID, 256, 1 << 2);
            case "currency" -> string(TransactionField.CURRENCY, 16, 1 << 3);
            case "game_id" -> string(TransactionField.GAME_ID, 256, 1 << 4);
            case "round_id" -> string(TransactionField.ROUND_ID, 256, 1 << 5);
            case "room_id" -> string(TransactionField.ROOM_ID, 256, 1 << 6);
            case "reference_transaction_id" -> string(TransactionField.REFERENCE_TRANSACTION_ID, 128, 1 << 7);
            case "created_at" -> createdAt();
            case "type" -> type();
            case "amount" -> amount();
            case "details" -> details();
            default -> {
                require(unknown.add(name), "a name stands twice");
                skip();
            }
        }
    }

    private boolean isGiven(int bit) throws MalformedRequest {
        require((seen & bit) == 0, "a name stands twice");
        seen |= bit;
        return json.currentToken() != JsonToken.VALUE_NULL;
    }

    private boolean string(TransactionField field, int maxCodePoints, int bit) throws IOException, MalformedRequest {
        if (!isGiven(bit)) {
            return false;
        }
        text.add(json, maxCodePoints);
        encoder.text(field, text.start(), text.size());
        return true;
    }

    private void createdAt() throws IOException, MalformedRequest {
        if (string(TransactionField.CREATED_AT, 65_535, 1 << 8)) {
            require(Rfc3339.isDateTime(text.bytes(), text.start(), text.size()), "created_at must be a date-time");
        }
    }

    private void type() throws IOException, MalformedRequest {
        if (!isGiven(1 << 9)) {
            return;
        }
        text.add(json, 16);
        for (TransactionType each :
                new TransactionType[] {TransactionType.DEBIT, TransactionType.CREDIT, TransactionType.ROLLBACK}) {
            if (text.is(each.label())) {
                type = each;
            }
        }
        require(type != null, "type must be debit, credit or rollback");
        encoder.type(type);
    }

    private void amount() throws IOException, MalformedRequest {
        if (!isGiven(1 << 10)) {
            return;
        }
        text.add(json, Amounts.MAX_DIGITS + 1);
        amountSign = Amounts.classify(text.bytes(), text.start(), text.size());
        require(amountSign != Amounts.NOT_AN_AMOUNT, "amount must be a string of 1 to 19 digits");
        encoder.amount(Amounts.magnitude(text.bytes(), text.start(), text.size()));
        hasAmount = true;
    }

    private void details() throws IOException, MalformedRequest {
        if (!isGiven(1 << 11)) {
            return;
        }
        require(json.currentToken() == JsonToken.START_OBJECT, "details must be an object");
        int start = (int) json.currentTokenLocation().getByteOffset();
        skip();
        int length = (int) json.currentLocation().getByteOffset() - start;
        require(length <= MAX_DETAILS_BYTES, "details must be at most 65536 bytes");
        encoder.text(TransactionField.DETAILS, start, length);
    }

    /** Passes over the current value; no name may stand twice in any object of it. */
    private void skip() throws IOException, MalformedRequest {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            Set<String> names = new HashSet<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                require(names.add(json.currentName()), "a name stands twice");
                json.nextToken();
                skip();
            }
        } else if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                skip();
            }
        } else if (json.currentToken() == JsonToken.VALUE_STRING) {
            text.judge(json);
        }
    }

    private void complete() throws MalformedRequest {
        require(type != null, "type is missing");
        require(encoder.has(TransactionField.TRANSACTION_ID), "transaction_id is missing or empty");
        require(encoder.has(TransactionField.PLAYER_ID), "player_id is missing or empty");
        require(encoder.has(TransactionField.GAME_ID), "game_id is missing or empty");
        if (type == TransactionType.ROLLBACK) {
            boolean has = encoder.has(TransactionField.REFERENCE_TRANSACTION_ID);
            require(has, "reference_transaction_id is missing or empty");
        } else {
            require(encoder.has(TransactionField.CURRENCY), "currency is missing or empty");
            require(hasAmount && amountSign != Amounts.NEGATIVE, "amount is missing or negative");
        }
        require(type != TransactionType.DEBIT || hasSession, "session_id is missing");
        require(!referencesItself(), "reference_transaction_id must not be the item's own id");
    }

    private boolean referencesItself() {
        int length = encoder.length(TransactionField.REFERENCE_TRANSACTION_ID);
        return length > 0
                && length == encoder.length(TransactionField.TRANSACTION_ID)
                && text.same(
                        encoder.offset(TransactionField.REFERENCE_TRANSACTION_ID),
                        encoder.offset(TransactionField.TRANSACTION_ID),
                        length);
    }

    private static void require(boolean holds, String otherwise) throws MalformedRequest {
        if (!holds) {
            throw new MalformedRequest(otherwise);
        }
    }
}

package bankroll.gateway.request;

import bankroll.protocol.Amounts;
import bankroll.protocol.IdHasher;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransactionsEncoder;
import com.fasterxml.jackson.core.JsonToken;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A batch of transactions (contract §4.2) from JSON to a command. Every fault that needs no state refuses the whole batch
 * (decisions §5); what was written by then is never submitted. One event loop; no object per field.
 */
public final class TransactionsDecoder {
    /** Most items of a batch. */
    public static final int MAX_ITEMS = 500;

    private static final int MAX_DETAILS_BYTES = 64 * 1024;
    /** What the command's layout can hold; the contract sets no bound on fraction digits. */
    private static final int MAX_CREATED_AT = 65_535;

    private final JsonBody json = new JsonBody();
    private final JsonText texts = json.texts();
    private final TransactionsEncoder encoder = new TransactionsEncoder();
    private final UnsafeBuffer bodyView = new UnsafeBuffer(0, 0);
    private TransactionType type;
    private boolean hasSession;
    private int amountSign;
    private boolean hasAmount;

    /**
     * Decodes a body into a command at {@code offset} of {@code target}.
     *
     * @param platform the caller's name in UTF-8, with {@code hasher} that platform's
     * @return the command's length in bytes
     */
    public int decode(byte[] body, int length, MutableDirectBuffer target, int offset, byte[] platform, IdHasher hasher)
            throws MalformedRequest {
        bodyView.wrap(body, 0, length);
        json.open(body, length);
        encoder.begin(target, offset, platform, hasher);
        boolean hasTransactions = false;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (name.equals("transactions")) {
                items();
                hasTransactions = true;
            } else {
                json.skip();
            }
        }
        json.end();
        if (!hasTransactions) {
            throw new MalformedRequest("transactions is missing");
        }
        return encoder.end();
    }

    private void items() throws MalformedRequest {
        json.enterArray("transactions");
        while (json.nextElement()) {
            if (encoder.items() == MAX_ITEMS) {
                throw new MalformedRequest("transactions must hold at most " + MAX_ITEMS + " items");
            }
            try {
                item();
            } catch (MalformedRequest fault) {
                throw fault.in("transactions[" + encoder.items() + "]: ");
            }
        }
        if (encoder.items() == 0) {
            throw new MalformedRequest("transactions must hold at least one item");
        }
    }

    private void item() throws MalformedRequest {
        json.enterObject("an item");
        texts.clear();
        encoder.beginItem();
        type = null;
        hasSession = false;
        hasAmount = false;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (json.isNull()) {
                continue;
            }
            member(name);
        }
        complete();
        encoder.endItem(texts.buffer(), bodyView);
    }

    private void member(String name) throws MalformedRequest {
        switch (name) {
            case "transaction_id" -> text(name, TransactionField.TRANSACTION_ID, 128);
            case "type" -> type();
            case "player_id" -> text(name, TransactionField.PLAYER_ID, 64);
            case "session_id" -> {
                text(name, TransactionField.SESSION_ID, 256);
                hasSession = true;
            }
            case "amount" -> amount();
            case "currency" -> text(name, TransactionField.CURRENCY, 16);
            case "game_id" -> text(name, TransactionField.GAME_ID, 256);
            case "round_id" -> text(name, TransactionField.ROUND_ID, 256);
            case "room_id" -> text(name, TransactionField.ROOM_ID, 256);
            case "reference_transaction_id" -> text(name, TransactionField.REFERENCE_TRANSACTION_ID, 128);
            case "created_at" -> createdAt();
            case "details" -> details();
            default -> json.skip();
        }
    }

    private void text(String name, TransactionField field, int maxCodePoints) throws MalformedRequest {
        json.text(name, maxCodePoints);
        encoder.text(field, texts.start(), texts.length());
    }

    private void type() throws MalformedRequest {
        json.text("type", 16);
        if (texts.lastIs("debit")) {
            type = TransactionType.DEBIT;
        } else if (texts.lastIs("credit")) {
            type = TransactionType.CREDIT;
        } else if (texts.lastIs("rollback")) {
            type = TransactionType.ROLLBACK;
        } else {
            throw new MalformedRequest("type must be debit, credit or rollback");
        }
        encoder.type(type);
    }

    private void amount() throws MalformedRequest {
        json.text("amount", Amounts.MAX_DIGITS + 1);
        amountSign = Amounts.classify(texts.buffer(), texts.start(), texts.length());
        if (amountSign == Amounts.NOT_AN_AMOUNT) {
            throw new MalformedRequest("amount must be a string of 1 to 19 digits");
        }
        encoder.amount(Amounts.magnitude(texts.buffer(), texts.start(), texts.length()));
        hasAmount = true;
    }

    private void createdAt() throws MalformedRequest {
        json.text("created_at", MAX_CREATED_AT);
        if (!Rfc3339.isDateTime(texts.buffer(), texts.start(), texts.length())) {
            throw new MalformedRequest("created_at must be an RFC 3339 date-time");
        }
        encoder.text(TransactionField.CREATED_AT, texts.start(), texts.length());
    }

    private void details() throws MalformedRequest {
        if (json.token() != JsonToken.START_OBJECT) {
            throw new MalformedRequest("details must be an object");
        }
        int start = json.valueStart();
        json.skip();
        int length = json.position() - start;
        if (length > MAX_DETAILS_BYTES) {
            throw new MalformedRequest("details must be at most " + MAX_DETAILS_BYTES + " bytes");
        }
        encoder.text(TransactionField.DETAILS, start, length);
    }

    /** What an item must have, by its type (decisions §5). */
    private void complete() throws MalformedRequest {
        if (type == null) {
            throw new MalformedRequest("type is missing");
        }
        require(TransactionField.TRANSACTION_ID, "transaction_id");
        require(TransactionField.PLAYER_ID, "player_id");
        require(TransactionField.GAME_ID, "game_id");
        if (type == TransactionType.ROLLBACK) {
            require(TransactionField.REFERENCE_TRANSACTION_ID, "reference_transaction_id");
        } else {
            require(TransactionField.CURRENCY, "currency");
            requireAmount();
        }
        if (type == TransactionType.DEBIT && !hasSession) {
            throw new MalformedRequest("session_id is missing");
        }
        if (referencesItself(texts.buffer())) {
            throw new MalformedRequest("reference_transaction_id must not be the item's own id");
        }
    }

    private void requireAmount() throws MalformedRequest {
        if (!hasAmount) {
            throw new MalformedRequest("amount is missing");
        }
        if (amountSign == Amounts.NEGATIVE) {
            throw new MalformedRequest("amount must not be negative");
        }
    }

    private void require(TransactionField field, String name) throws MalformedRequest {
        if (!encoder.has(field)) {
            throw new MalformedRequest(name + " is missing or empty");
        }
    }

    private boolean referencesItself(DirectBuffer strings) {
        int length = encoder.length(TransactionField.REFERENCE_TRANSACTION_ID);
        if (length == 0 || length != encoder.length(TransactionField.TRANSACTION_ID)) {
            return false;
        }
        int reference = encoder.offset(TransactionField.REFERENCE_TRANSACTION_ID);
        int id = encoder.offset(TransactionField.TRANSACTION_ID);
        for (int i = 0; i < length; i++) {
            if (strings.getByte(reference + i) != strings.getByte(id + i)) {
                return false;
            }
        }
        return true;
    }
}

package bankroll.gateway.api.platform;

import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.JsonScanner;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Amounts;
import bankroll.protocol.Bytes;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Rfc3339;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransactionsEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;

/**
 * A batch of transactions (contract §4.2) from JSON to a command. Every fault that needs no state refuses the whole batch
 * (decisions §5); what was written by then is never submitted. One event loop; no object and no copy per field.
 */
public final class TransactionsDecoder {
    /** Most items of a batch. */
    public static final int MAX_ITEMS = 500;

    private static final byte[] TRANSACTIONS = "transactions".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DETAILS_BYTES = 64 * 1024;
    private static final int LONGEST_TYPE = 16;
    /** Stands for the member before the first. */
    private static final int FIRST = ItemMember.values().length;
    /** Stands for the type before it was read. */
    private static final int UNKNOWN = TransactionType.TOMBSTONE.ordinal();

    private final JsonScanner json = new JsonScanner();
    private final TransactionsEncoder encoder = new TransactionsEncoder();
    /** By type, the one not known yet first, and member: what came behind it last time. */
    private final ItemMember[][] nextAfter = new ItemMember[TransactionType.values().length][FIRST + 1];

    private byte[] body;
    private TransactionType type;
    private ItemMember[] next;
    private int amountSign;
    /** The last one of the item that was found; null when it is none of the contract's. */
    private ItemMember member;
    /** The one before it that is the contract's. */
    private int before;
    /** One bit per member that the item has, null or not. */
    private int seen;

    private boolean hasSession;
    private boolean hasAmount;

    /**
     * Decodes a body into a command at {@code offset} of {@code target}. The body is changed where strings have escapes.
     *
     * @param platform the caller's name in UTF-8, with {@code hasher} that platform's
     * @return the command's length in bytes
     */
    public int decode(
            byte[] bytes, int length, ExpandableArrayBuffer target, int offset, byte[] platform, IdHasher hasher)
            throws MalformedRequest {
        body = bytes;
        json.open(bytes, length);
        encoder.begin(target, offset, platform, hasher);
        boolean hasTransactions = false;
        json.enterObject("the body");
        while (json.nextName()) {
            json.noteName();
            if (json.isName(TRANSACTIONS)) {
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
        encoder.beginItem();
        type = null;
        next = nextAfter[UNKNOWN];
        seen = 0;
        hasSession = false;
        hasAmount = false;
        before = FIRST;
        while (nextMember()) {
            if (member == null) {
                json.noteName();
                json.skip();
            } else {
                known();
                before = member.ordinal();
            }
        }
        complete();
        encoder.endItem(body);
    }

    /**
     * Moves before the value of the next member; false at the item's end. Items of a type have their members in the same
     * order, so what came next last time is tried first.
     */
    private boolean nextMember() throws MalformedRequest {
        member = next[before];
        if (member != null && json.skipNextName(member.written())) {
            return true;
        }
        if (!json.nextName()) {
            return false;
        }
        member = ItemMember.of(body, json);
        next[before] = member;
        return true;
    }

    private void known() throws MalformedRequest {
        int bit = 1 << member.ordinal();
        if ((seen & bit) != 0) {
            throw json.twice();
        }
        seen |= bit;
        if (json.skipNull()) {
            return;
        }
        switch (member) {
            case TYPE -> type();
            case AMOUNT -> amount();
            case CREATED_AT -> createdAt();
            case DETAILS -> details();
            default -> {
                json.text(member.label(), member.maxCodePoints());
                encoder.text(member.field(), json.start(), json.size());
                hasSession |= member == ItemMember.SESSION_ID;
            }
        }
    }

    private void type() throws MalformedRequest {
        json.text("type", LONGEST_TYPE);
        type = ItemMember.type(body, json.start(), json.size());
        if (type == null) {
            throw new MalformedRequest("type must be debit, credit or rollback");
        }
        next = nextAfter[type.ordinal()];
        encoder.type(type);
    }

    private void amount() throws MalformedRequest {
        json.text("amount", Amounts.MAX_DIGITS + 1);
        amountSign = Amounts.classify(body, json.start(), json.size());
        if (amountSign == Amounts.NOT_AN_AMOUNT) {
            throw new MalformedRequest("amount must be a string of 1 to 19 digits");
        }
        encoder.amount(Amounts.magnitude(body, json.start(), json.size()));
        hasAmount = true;
    }

    private void createdAt() throws MalformedRequest {
        json.text("created_at", Lengths.TIME);
        if (!Rfc3339.isDateTime(body, json.start(), json.size())) {
            throw new MalformedRequest("created_at must be an RFC 3339 date-time");
        }
        encoder.text(TransactionField.CREATED_AT, json.start(), json.size());
    }

    private void details() throws MalformedRequest {
        if (!json.isAt('{')) {
            throw new MalformedRequest("details must be an object");
        }
        int start = json.position();
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
        require(ItemMember.TRANSACTION_ID);
        require(ItemMember.PLAYER_ID);
        require(ItemMember.GAME_ID);
        if (type == TransactionType.ROLLBACK) {
            require(ItemMember.REFERENCE_TRANSACTION_ID);
        } else {
            require(ItemMember.CURRENCY);
            requireAmount();
        }
        if (type == TransactionType.DEBIT && !hasSession) {
            throw new MalformedRequest("session_id is missing");
        }
        if (referencesItself()) {
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

    private void require(ItemMember member) throws MalformedRequest {
        if (!encoder.has(member.field())) {
            throw new MalformedRequest(member.label() + " is missing or empty");
        }
    }

    private boolean referencesItself() {
        int length = encoder.length(TransactionField.REFERENCE_TRANSACTION_ID);
        if (length == 0 || length != encoder.length(TransactionField.TRANSACTION_ID)) {
            return false;
        }
        int reference = encoder.offset(TransactionField.REFERENCE_TRANSACTION_ID);
        int id = encoder.offset(TransactionField.TRANSACTION_ID);
        return Bytes.equal(body, reference, body, id, length);
    }
}

package bankroll.gateway.api.platform;

import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.JsonBytes;
import bankroll.gateway.json.JsonEscapes;
import bankroll.gateway.json.JsonScanner;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Amounts;
import bankroll.protocol.Bytes;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Rfc3339;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.agrona.ExpandableArrayBuffer;

/**
 * A batch of transactions (contract §4.2) from JSON to a command. Every fault that needs no state refuses the whole batch
 * (decisions §5); what was written by then is never submitted. One event loop; no object and no copy per field.
 */
public final class TransactionsDecoder {
    private static final int MAX_ITEMS = CommandType.TRANSACTIONS.maxItems();
    private static final byte[] TRANSACTIONS = "transactions".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DETAILS_BYTES = 64 * 1024;
    private static final int LONGEST_TYPE = 16;
    /** Stands for the member before the first. */
    private static final int FIRST = Member.values().length;
    /** Stands for the type before it was read. */
    private static final int UNKNOWN = TransactionType.TOMBSTONE.ordinal();

    private final JsonScanner json = new JsonScanner();
    private final TransactionItem.Encoder encoder = new TransactionItem.Encoder();
    private final Rfc3339 times = new Rfc3339();
    /** By type, the one not known yet first, and member: what came behind it last time. */
    private final Member[][] nextAfter = new Member[TransactionType.values().length][FIRST + 1];

    private byte[] body;
    private TransactionType type;
    private Member[] next;
    private int amountSign;
    /** The last one of the item that was found; null when it is none of the contract's. */
    private Member member;
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
            if (json.isText(TRANSACTIONS)) {
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
        if (member != null && json.skipNextName(member.written)) {
            return true;
        }
        if (!json.nextName()) {
            return false;
        }
        member = Member.of(body, json);
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
                json.text(member.label, member.maxCodePoints);
                encoder.text(member.field, json.start(), json.size());
                hasSession |= member == Member.SESSION_ID;
            }
        }
    }

    private void type() throws MalformedRequest {
        json.text("type", LONGEST_TYPE);
        type = type(body, json.start(), json.size());
        if (type == null) {
            throw new MalformedRequest("type must be debit, credit or rollback");
        }
        next = nextAfter[type.ordinal()];
        encoder.type(type);
    }

    /** The type that a value names, or null: exactly three are known (decisions §5). */
    private static TransactionType type(byte[] text, int start, int size) {
        TransactionType candidate = switch (size) {
            case 5 -> TransactionType.DEBIT;
            case 6 -> TransactionType.CREDIT;
            case 8 -> TransactionType.ROLLBACK;
            default -> null;
        };
        for (int i = 0; candidate != null && i < size; i++) {
            if (text[start + i] != candidate.label().charAt(i)) {
                return null;
            }
        }
        return candidate;
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
        if (!times.isDateTimeAgain(body, json.start(), json.size())) {
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
        require(Member.TRANSACTION_ID);
        require(Member.PLAYER_ID);
        require(Member.GAME_ID);
        if (type == TransactionType.ROLLBACK) {
            require(Member.REFERENCE_TRANSACTION_ID);
        } else {
            require(Member.CURRENCY);
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

    private void require(Member member) throws MalformedRequest {
        if (!encoder.has(member.field)) {
            throw new MalformedRequest(member.label + " is missing or empty");
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

    /** The members of a transaction item (contract §2.4) with the lengths of decisions §2, found by their bytes. */
    private enum Member {
        TRANSACTION_ID(TransactionField.TRANSACTION_ID, Lengths.TRANSACTION_ID),
        TYPE(null, 0),
        PLAYER_ID(TransactionField.PLAYER_ID, Lengths.PLAYER_ID),
        SESSION_ID(TransactionField.SESSION_ID, Lengths.SESSION_ID),
        AMOUNT(null, 0),
        CURRENCY(TransactionField.CURRENCY, Lengths.CURRENCY),
        GAME_ID(TransactionField.GAME_ID, Lengths.GAME_ID),
        ROUND_ID(TransactionField.ROUND_ID, 256),
        ROOM_ID(TransactionField.ROOM_ID, 256),
        REFERENCE_TRANSACTION_ID(TransactionField.REFERENCE_TRANSACTION_ID, Lengths.TRANSACTION_ID),
        CREATED_AT(null, 0),
        DETAILS(null, 0);

        private static final int LONGEST = 24;
        /** By length, then by first letter modulo 32: no two names share both. */
        private static final Member[] BY_SHAPE = new Member[(LONGEST + 1) * 32];

        static {
            for (Member member : values()) {
                int shape = shape(member.bytes.length, member.bytes[0]);
                if (BY_SHAPE[shape] != null) {
                    throw new IllegalStateException(member + " has the shape of " + BY_SHAPE[shape]);
                }
                BY_SHAPE[shape] = member;
            }
        }

        /** The name in the contract. */
        private final String label = name().toLowerCase(Locale.ROOT);

        private final byte[] bytes = JsonBytes.ascii(label);
        /** The name as it mostly stands in a body: behind a comma, quoted, its colon right behind. */
        private final byte[] written = JsonBytes.ascii(",\"" + label + "\":");
        /** Where it goes in the command, if it goes there as it came. */
        private final TransactionField field;
        /** How long it may be (decisions §2). */
        private final int maxCodePoints;

        Member(TransactionField field, int maxCodePoints) {
            this.field = field;
            this.maxCodePoints = maxCodePoints;
        }

        /** The member whose name was just read, or null if the contract knows none of that name. */
        static Member of(byte[] body, JsonScanner name) {
            if (name.hasEscape()) {
                return ofEscaped(body, name);
            }
            return of(body, name.start(), name.size());
        }

        private static Member of(byte[] text, int start, int size) {
            if (size == 0 || size > LONGEST) {
                return null;
            }
            Member member = BY_SHAPE[shape(size, text[start])];
            boolean isThis = member != null && Arrays.equals(member.bytes, 0, size, text, start, start + size);
            return isThis ? member : null;
        }

        private static Member ofEscaped(byte[] body, JsonScanner name) {
            if (name.size() > LONGEST * JsonEscapes.LONGEST) {
                return null;
            }
            byte[] plain = new byte[name.size()];
            int end = JsonEscapes.unescape(body, name.start(), name.start() + name.size(), plain, 0);
            return of(plain, 0, end);
        }

        private static int shape(int length, byte first) {
            return length << 5 | first & 31;
        }
    }
}

package bankroll.gateway.api.platform;

import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.JsonBytes;
import bankroll.gateway.json.JsonEscapes;
import bankroll.gateway.json.JsonScanner;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionType;
import java.util.Arrays;
import java.util.Locale;

/** The members of a transaction item (contract §2.4) with the lengths of decisions §2, found by their bytes. */
enum ItemMember {
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
    private static final ItemMember[] BY_SHAPE = new ItemMember[(LONGEST + 1) * 32];

    static {
        for (ItemMember member : values()) {
            int shape = shape(member.bytes.length, member.bytes[0]);
            if (BY_SHAPE[shape] != null) {
                throw new IllegalStateException(member + " has the shape of " + BY_SHAPE[shape]);
            }
            BY_SHAPE[shape] = member;
        }
    }

    private final String label = name().toLowerCase(Locale.ROOT);
    private final byte[] bytes = JsonBytes.ascii(label);
    private final byte[] written = JsonBytes.ascii(",\"" + label + "\":");
    private final TransactionField field;
    private final int maxCodePoints;

    ItemMember(TransactionField field, int maxCodePoints) {
        this.field = field;
        this.maxCodePoints = maxCodePoints;
    }

    /** The member whose name was just read, or null if the contract knows none of that name. */
    static ItemMember of(byte[] body, JsonScanner name) {
        if (name.hasEscape()) {
            return ofEscaped(body, name);
        }
        return of(body, name.start(), name.size());
    }

    private static ItemMember of(byte[] text, int start, int size) {
        if (size == 0 || size > LONGEST) {
            return null;
        }
        ItemMember member = BY_SHAPE[shape(size, text[start])];
        boolean isThis = member != null && Arrays.equals(member.bytes, 0, size, text, start, start + size);
        return isThis ? member : null;
    }

    private static ItemMember ofEscaped(byte[] body, JsonScanner name) {
        if (name.size() > LONGEST * JsonEscapes.LONGEST) {
            return null;
        }
        byte[] plain = new byte[name.size()];
        int end = JsonEscapes.unescape(body, name.start(), name.start() + name.size(), plain, 0);
        return of(plain, 0, end);
    }

    /** The type that a value names, or null: exactly three are known (decisions §5). */
    static TransactionType type(byte[] text, int start, int size) {
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

    /** The name in the contract. */
    String label() {
        return label;
    }

    /** The name as it mostly stands in a body: behind a comma, quoted, its colon right behind. */
    byte[] written() {
        return written;
    }

    /** Where it goes in the command, if it goes there as it came. */
    TransactionField field() {
        return field;
    }

    /** How long it may be (decisions §2). */
    int maxCodePoints() {
        return maxCodePoints;
    }

    private static int shape(int length, byte first) {
        return length << 5 | first & 31;
    }
}

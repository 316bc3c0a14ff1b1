package bankroll.tools.export;

import bankroll.tools.entry.ItemField;
import java.util.Locale;

/** The columns of an export, in order. Codes and order are an interface to other programs: only add at the end. */
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
}

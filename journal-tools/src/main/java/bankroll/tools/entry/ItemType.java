package bankroll.tools.entry;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransferType;
import java.util.Locale;

/** What one item of an entry is, in the words that people use. */
public enum ItemType {
    /** The service started, under these settings. */
    START,
    /** From here on limits count in these windows. */
    WINDOWS,
    /** Takes a stake. */
    DEBIT,
    /** Pays a win. */
    CREDIT,
    /** Gives a debit back. */
    ROLLBACK,
    /** Cash to player. */
    DEPOSIT,
    /** Player to cash. */
    WITHDRAWAL,
    /** A correction by the operator. */
    ADJUSTMENT,
    /** A launch code was exchanged for a session. */
    AUTHENTICATE,
    /** A player was opened. */
    PLAYER,
    /** A player's profile was changed. */
    PROFILE,
    /** A launch code was minted. */
    LAUNCH_CODE,
    /** A player was blocked. */
    BLOCK,
    /** A block was lifted. */
    UNBLOCK,
    /** A player's limits were set. */
    LIMITS,
    /** A session was closed. */
    CLOSE_SESSION,
    /** All sessions of a player were closed. */
    CLOSE_SESSIONS,
    /** A step of the clock was confirmed. */
    CONFIRM_CLOCK;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The word for it. */
    public String label() {
        return label;
    }

    /** Whether the platform sent it: a debit, credit or rollback. */
    public boolean isTransaction() {
        return this == DEBIT || this == CREDIT || this == ROLLBACK;
    }

    /** Whether the operator booked it: a deposit, withdrawal or adjustment. */
    public boolean isTransfer() {
        return this == DEPOSIT || this == WITHDRAWAL || this == ADJUSTMENT;
    }

    /** Whether it can move money. */
    public boolean isBooking() {
        return isTransaction() || isTransfer();
    }

    static ItemType of(TransactionType type) {
        return switch (type) {
            case DEBIT -> DEBIT;
            case CREDIT -> CREDIT;
            case ROLLBACK -> ROLLBACK;
            default -> throw new IllegalArgumentException("a " + type.label() + " is never an item of an entry");
        };
    }

    static ItemType of(TransferType type) {
        return switch (type) {
            case DEPOSIT -> DEPOSIT;
            case WITHDRAWAL -> WITHDRAWAL;
            case ADJUSTMENT -> ADJUSTMENT;
        };
    }

    /** The type of all items of a command that has only one kind of them. */
    static ItemType of(CommandType type) {
        return switch (type) {
            case SETTINGS -> START;
            case WINDOWS -> WINDOWS;
            case AUTHENTICATE -> AUTHENTICATE;
            case PLAYERS -> PLAYER;
            case PROFILE -> PROFILE;
            case LAUNCH_CODES -> LAUNCH_CODE;
            case BLOCK -> BLOCK;
            case UNBLOCK -> UNBLOCK;
            case LIMITS -> LIMITS;
            case CLOSE_SESSION -> CLOSE_SESSION;
            case CLOSE_SESSIONS -> CLOSE_SESSIONS;
            case CONFIRM_CLOCK -> CONFIRM_CLOCK;
            default -> throw new IllegalArgumentException("a " + type + " command is never journaled");
        };
    }
}

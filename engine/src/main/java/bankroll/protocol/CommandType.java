package bankroll.protocol;

/** What may be asked. Codes below 64 may be journaled, the others are questions. Codes are never reused. */
public enum CommandType {
    /** The service started: hash key, version and the settings that decisions follow from here on. */
    SETTINGS(1),
    /** 1 to 500 debits, credits and rollbacks (contract §4.2). */
    TRANSACTIONS(2, CommandType.MOST_ITEMS),
    /** A launch code for a session (contract §4.1). */
    AUTHENTICATE(3),
    /** Opens 1 to 500 players. */
    PLAYERS(4, CommandType.MOST_ITEMS),
    /** Changes a player's profile. */
    PROFILE(5),
    /** 1 to 500 deposits, withdrawals and adjustments. */
    TRANSFERS(6, CommandType.MOST_ITEMS),
    /** Mints 1 to 500 launch codes. */
    LAUNCH_CODES(7, CommandType.MOST_ITEMS),
    /** Blocks a player, or excludes one. */
    BLOCK(8),
    /** Lifts a block. */
    UNBLOCK(9),
    /** Sets the whole set of a player's limits. */
    LIMITS(10),
    /** Closes one session. */
    CLOSE_SESSION(11),
    /** Closes all sessions of a player. */
    CLOSE_SESSIONS(12),
    /** The windows that limits count in from here on: {@link LimitWindows}. */
    WINDOWS(13),
    /** The clock is right, however far it stepped: entries follow it from here on. No fields. */
    CONFIRM_CLOCK(14),

    /** Question: a player's balance (contract §4.3). */
    BALANCE(64),
    /** Question: where a transaction stands in the journal (contract §4.4). */
    LOOKUP(65),
    /** Question: all about a player. */
    PLAYER(66),
    /** Question: a player's open sessions. */
    SESSIONS(67),
    /** Question: the trial balance. */
    TRIAL_BALANCE(68),
    /** Question: how much of everything there is. */
    COUNTS(69);

    /** One more than the largest code. */
    public static final int CODES = 128;

    private static final int MOST_ITEMS = 500;
    private static final Codes<CommandType> BY_CODE = new Codes<>(values(), CommandType::code, "command");

    private final int code;
    private final int maxItems;

    CommandType(int code) {
        this(code, 1);
    }

    CommandType(int code, int maxItems) {
        this.code = code;
        this.maxItems = maxItems;
    }

    /** The stable number, 1 to 127. */
    public int code() {
        return code;
    }

    /** Whether this only asks and is never journaled. */
    public boolean isQuestion() {
        return code >= 64;
    }

    /** Whether its answer may have to be read from the journal, which takes as long as the disk does. */
    public boolean mayReadJournal() {
        return this == LOOKUP || this == SESSIONS;
    }

    /** How many items it can have: 500 where there can be many. */
    public int maxItems() {
        return maxItems;
    }

    /** The type of a stored code. */
    public static CommandType of(int code) {
        return BY_CODE.of(code);
    }
}

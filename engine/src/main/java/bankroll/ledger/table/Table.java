package bankroll.ledger.table;

import bankroll.protocol.CommandHeader.CommandType;

/**
 * The tables that can end: how many records each may have, how many one command can add to it at most, and which commands
 * add to it. A command is refused while its table couldn't take the largest one of its kind, so that no table ever ends
 * in the middle of one. Replayed entries are never refused: they were admitted when they were decided.
 */
public enum Table {
    /** Every transaction and transfer, and every id that a rollback named. */
    TRANSACTIONS(
            "transactions", "bookings", Integer.MAX_VALUE, 2 * 500, CommandType.TRANSACTIONS, CommandType.TRANSFERS),
    /** Every player. */
    PLAYERS("players", "new players", Integer.MAX_VALUE, 500, CommandType.PLAYERS),
    /** Sessions that are not cleared away. */
    SESSIONS("sessions", "new sessions", Integer.MAX_VALUE, 1, CommandType.AUTHENTICATE),
    /** Launch codes that are not used up or cleared away. */
    LAUNCH_CODES("launch_codes", "new launch codes", Integer.MAX_VALUE, 500, CommandType.LAUNCH_CODES),
    /** Exchanges of the last minute. */
    EXCHANGES("exchanges", "new sessions", Integer.MAX_VALUE, 1, CommandType.AUTHENTICATE),
    /** Sets of limits, one for each player who ever had any. */
    LIMITS("limits", "first limits of a player", Integer.MAX_VALUE, 1, CommandType.LIMITS),
    /** Profiles and reasons, in units of 32 bytes; one begins a new page when it doesn't fit on the last. */
    BLOBS(
            "blobs",
            "new players, profiles and blocks",
            Integer.MAX_VALUE,
            2 * 500 * 512,
            CommandType.PLAYERS,
            CommandType.PROFILE,
            CommandType.BLOCK),
    /** Currencies that a player has. Only a player in one more of them is refused. */
    CURRENCIES("currencies", "players in another currency", 1_000, 0);

    private static final Table[] ALL = values();
    private static final int[] BY_COMMAND = new int[CommandType.CODES];
    private static final int BOUND_BY_MEMORY = TRANSACTIONS.bit() | PLAYERS.bit() | SESSIONS.bit() | LAUNCH_CODES.bit();

    static {
        for (Table table : ALL) {
            for (CommandType command : table.commands) {
                BY_COMMAND[command.code()] |= table.bit();
            }
        }
    }

    private final String label;
    private final String refused;
    private final int mostRecords;
    private final int mostAdded;
    private final CommandType[] commands;

    Table(String label, String refused, int mostRecords, int mostAdded, CommandType... commands) {
        this.label = label;
        this.refused = refused;
        this.mostRecords = mostRecords;
        this.mostAdded = mostAdded;
        this.commands = commands;
    }

    /** The word shown to people. */
    public String label() {
        return label;
    }

    /** What is refused when it is full, in words. */
    public String refused() {
        return refused;
    }

    /** Most records, unless a test says less. */
    public int mostRecords() {
        return mostRecords;
    }

    /** Its bit in a set of tables. */
    public int bit() {
        return 1 << ordinal();
    }

    /** The tables that a command adds to, as bits. */
    public static int addedToBy(CommandType command) {
        return BY_COMMAND[command.code()];
    }

    /**
     * Whether a command is refused when there is no memory left for tables. What protects a player (a block, a limit, the
     * end of a session) goes on: it adds little, and no more than there are players.
     */
    public static boolean isBoundByMemory(CommandType command) {
        return (addedToBy(command) & BOUND_BY_MEMORY) != 0;
    }

    int mostAdded() {
        return mostAdded;
    }
}

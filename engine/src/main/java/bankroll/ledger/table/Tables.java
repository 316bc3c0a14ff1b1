package bankroll.ledger.table;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateTable;
import bankroll.ledger.table.FrozenState.StateVisitor;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items.Position;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitWindows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * All tables of a ledger, for the one who applies entries, and when each of them is full. Rules get the {@link LedgerView} of it.
 * One thread.
 */
public final class Tables implements AutoCloseable {
    /** Slots of a segment of the large indexes in production: 2^14. */
    public static final int SEGMENT_BITS = 14;

    /** The small indexes have smaller segments by so many bits. */
    private static final int SMALLER_BITS = 3;

    private static final int HEAD_BYTES = 128;
    /** The settings and the windows. */
    private static final int MOST_HEADS = 2;

    private final Players players;
    private final Transactions transactions;
    private final Sessions sessions;
    private final LaunchCodes launchCodes;
    private final Exchanges exchanges;
    private final LimitSets limitSets = new LimitSets();
    private final Blobs blobs = new Blobs();
    private final Books books = new Books();
    private final int[] mostRecords;
    /** In the order in which snapshots and the digest have them, behind the head. */
    private final List<StateTable> all;

    private LimitWindows windows = LimitWindows.NONE;
    private boolean hasRecordedWindows;
    private HashKey hashKey;
    private LedgerSettings settings = LedgerSettings.DEFAULT;
    private long sequence;
    private long entryTimeMs;
    private long nowMs;

    /**
     * Empty tables.
     *
     * @param segmentBits slots of a segment of the large indexes, 2^segmentBits: few cost less memory when there is little in them
     * @param most most records of each table: {@link Table#mostRecords}, or fewer in a test
     */
    public Tables(int segmentBits, ToIntFunction<Table> most) {
        mostRecords = Arrays.stream(Table.ALL).mapToInt(most).toArray();
        int smallBits = Math.max(HashIndex.LEAST_SEGMENT_BITS, segmentBits - SMALLER_BITS);
        players = new Players(segmentBits);
        transactions = new Transactions(segmentBits);
        sessions = new Sessions(players, smallBits);
        launchCodes = new LaunchCodes(smallBits);
        exchanges = new Exchanges(smallBits);
        all = List.of(books, players, blobs, limitSets, sessions, launchCodes, exchanges, transactions);
    }

    /** Accounts. */
    public Players players() {
        return players;
    }

    /** Transactions and transfers. */
    public Transactions transactions() {
        return transactions;
    }

    /** Sessions. */
    public Sessions sessions() {
        return sessions;
    }

    /** Launch codes. */
    public LaunchCodes launchCodes() {
        return launchCodes;
    }

    /** Exchanges of the last minute. */
    public Exchanges exchanges() {
        return exchanges;
    }

    /** Limits. */
    public LimitSets limitSets() {
        return limitSets;
    }

    /** Profiles and reasons. */
    public Blobs blobs() {
        return blobs;
    }

    /** The double entry. */
    public Books books() {
        return books;
    }

    /** The day, week and month in which play counts, as last said: they may be over, and are {@link LimitWindows#NONE} at first. */
    public LimitWindows windows() {
        return windows;
    }

    /** Whether an entry has said the windows. Else they are assumed, and are no part of the state. */
    public boolean hasRecordedWindows() {
        return hasRecordedWindows;
    }

    /** Goes on with windows that an entry carries. */
    public void recordWindows(LimitWindows recorded) {
        windows = recorded;
        hasRecordedWindows = true;
    }

    /** Goes on with windows that stand in no entry, as of a journal that has none yet. */
    public void assumeWindows(LimitWindows assumed) {
        if (hasRecordedWindows) {
            throw new IllegalStateException("the windows of limits stand in the journal and can't be assumed");
        }
        windows = assumed;
    }

    /** The journal's secret, or null before its first entry. */
    public HashKey hashKey() {
        return hashKey;
    }

    /** The last entry that was applied; 0 before the first. */
    public long sequence() {
        return sequence;
    }

    /** Where an item of the entry that is being applied stands: the one behind the last. */
    public long position(int item) {
        return Position.of(sequence + 1, item);
    }

    /** The settings in force. */
    public LedgerSettings settings() {
        return settings;
    }

    /** The latest time that was seen: that of the request being decided. */
    public long nowMs() {
        return nowMs;
    }

    /** Goes on to a time. */
    public void moveTo(long timeMs) {
        if (timeMs < nowMs) {
            throw new IllegalStateException("time went back from " + nowMs + " to " + timeMs);
        }
        nowMs = timeMs;
    }

    /** One more entry is applied whole, at {@link #nowMs}. */
    public void advance() {
        sequence++;
        entryTimeMs = nowMs;
    }

    /** The service starts; another bound on sessions takes effect at once. */
    public void start(HashKey key, LedgerSettings value) {
        hashKey = key;
        LedgerSettings before = settings;
        settings = value;
        if (value.sessionsPerPlayer() != before.sessionsPerPlayer()) {
            sessions.rebound(value, nowMs);
        }
        if (!value.equals(before)) {
            sessions.countAnew(value);
        }
    }

    /** Bytes of memory that all tables hold. */
    public long memoryBytes() {
        long bytes = 0;
        for (StateTable table : all) {
            bytes += table.memoryBytes();
        }
        return bytes;
    }

    /** Records of a table that are in use. */
    public int records(Table table) {
        return switch (table) {
            case TRANSACTIONS -> transactions.size();
            case PLAYERS -> players.size();
            case SESSIONS -> sessions.size();
            case LAUNCH_CODES -> launchCodes.size();
            case EXCHANGES -> exchanges.size();
            case LIMITS -> limitSets.size();
            case BLOBS -> blobs.size();
            case CURRENCIES -> books.size();
        };
    }

    /** Most records of a table. */
    public int mostRecords(Table table) {
        return mostRecords[table.ordinal()];
    }

    /** The tables that couldn't take the largest command of their kind, as bits. */
    public int full() {
        int full = 0;
        for (Table table : Table.ALL) {
            boolean hasRoom = (long) records(table) + Math.max(1, table.mostAdded()) <= mostRecords(table);
            full |= hasRoom ? 0 : table.bit();
        }
        return full;
    }

    /** Bytes of memory that remembered transactions hold, index included. */
    public long transactionBytes() {
        return transactions.memoryBytes();
    }

    /** The whole state as it is now; to be released by {@link #release}. */
    public FrozenState freeze() {
        UnsafeBuffer head = head();
        long[] numbers = {
            sequence, entryTimeMs, hashKey == null ? 0 : hashKey.first(), hashKey == null ? 0 : hashKey.second()
        };
        Consumer<StateVisitor> first = visitor -> {
            for (long number : numbers) {
                visitor.number(number);
            }
            visitor.section(HEAD_BYTES, head.capacity() / HEAD_BYTES);
            visitor.bytes(head, 0, head.capacity());
        };
        List<Consumer<StateVisitor>> parts = new ArrayList<>();
        parts.add(first);
        all.forEach(table -> parts.add(table.freeze()));
        return new FrozenState(parts);
    }

    /** The settings; behind them the windows, once an entry has said them. */
    private UnsafeBuffer head() {
        UnsafeBuffer head = new UnsafeBuffer(new byte[hasRecordedWindows ? 2 * HEAD_BYTES : HEAD_BYTES]);
        settings.put(new Fields().write(head, 0));
        if (hasRecordedWindows) {
            windows.put(new Fields().write(head, HEAD_BYTES));
        }
        return head;
    }

    /** Lets go of the frozen state: nobody reads it any more. */
    public void release() {
        all.forEach(StateTable::release);
    }

    /**
     * Fills empty tables with a state. Bytes are only stored until the source says that they are those of a state: a damaged
     * length could ask for all memory, and damaged records could fill an index without end.
     */
    public void load(StateSource source) {
        sequence = source.number();
        entryTimeMs = source.number();
        hashKey = new HashKey(source.number(), source.number());
        UnsafeBuffer head = new UnsafeBuffer(new byte[MOST_HEADS * HEAD_BYTES]);
        int records = source.section(HEAD_BYTES);
        for (int record = 0; record < records; record++) {
            source.bytes(head, Math.min(record, MOST_HEADS - 1) * HEAD_BYTES, HEAD_BYTES);
        }
        all.forEach(table -> table.load(source));
        source.end();
        settings = LedgerSettings.get(new Fields().read(head, 0));
        if (records > 1) {
            recordWindows(LimitWindows.get(new Fields().read(head, HEAD_BYTES)));
        }
        all.forEach(StateTable::index);
        sessions.countAnew(settings);
        moveTo(entryTimeMs);
    }

    @Override
    public void close() {
        all.forEach(StateTable::close);
    }

    /**
     * The tables that can end: how many records each may have, how many one command can add to it at most, and which commands
     * add to it. A command is refused while its table couldn't take the largest one of its kind, so that no table ever ends
     * in the middle of one. Replayed entries are never refused: they were admitted when they were decided.
     */
    public enum Table {
        /** Every transaction and transfer, and every id that a rollback named. */
        TRANSACTIONS(
                "transactions",
                "bookings",
                Integer.MAX_VALUE,
                2 * CommandType.TRANSACTIONS.maxItems(),
                CommandType.TRANSACTIONS,
                CommandType.TRANSFERS),
        /** Every player. */
        PLAYERS("players", "new players", Integer.MAX_VALUE, CommandType.PLAYERS.maxItems(), CommandType.PLAYERS),
        /** Sessions that are not cleared away. */
        SESSIONS("sessions", "new sessions", Integer.MAX_VALUE, 1, CommandType.AUTHENTICATE),
        /** Launch codes that are not used up or cleared away. */
        LAUNCH_CODES(
                "launch_codes",
                "new launch codes",
                Integer.MAX_VALUE,
                CommandType.LAUNCH_CODES.maxItems(),
                CommandType.LAUNCH_CODES),
        /** Exchanges of the last minute. */
        EXCHANGES("exchanges", "new sessions", Integer.MAX_VALUE, 1, CommandType.AUTHENTICATE),
        /** Sets of limits, one for each player who ever had any. */
        LIMITS("limits", "first limits of a player", Integer.MAX_VALUE, 1, CommandType.LIMITS),
        /** Profiles and reasons, in units of 32 bytes; one begins a new page when it doesn't fit on the last. */
        BLOBS(
                "blobs",
                "new players, profiles and blocks",
                Integer.MAX_VALUE,
                2 * CommandType.PLAYERS.maxItems() * 512,
                CommandType.PLAYERS,
                CommandType.PROFILE,
                CommandType.BLOCK),
        /** Currencies that a player has. Only a player in one more of them is refused. */
        CURRENCIES("currencies", "players in another currency", 1_000, 0);

        private static final Table[] ALL = values();
        private static final int[] BY_COMMAND = new int[CommandType.CODES];
        private static final int BOUND_BY_MEMORY =
                TRANSACTIONS.bit() | PLAYERS.bit() | SESSIONS.bit() | LAUNCH_CODES.bit();

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
}

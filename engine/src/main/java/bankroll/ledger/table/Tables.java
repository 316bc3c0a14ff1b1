package bankroll.ledger.table;

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
 * All tables of a ledger, for the one who applies entries. Rules get the {@link LedgerView} of it. One thread.
 */
public final class Tables implements AutoCloseable {
    /** Slots of a segment of the large indexes in production: 2^14. */
    public static final int SEGMENT_BITS = 14;

    /** The small indexes have smaller segments by so many bits. */
    private static final int SMALLER_BITS = 3;

    private static final Table[] ALL = Table.values();

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
    private final Windows windows = new Windows();
    private final int[] mostRecords;
    /** In the order in which snapshots and the digest have them, behind the head. */
    private final List<StateTable> all;

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
        mostRecords = Arrays.stream(ALL).mapToInt(most).toArray();
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

    /** The windows of limits. */
    public Windows windows() {
        return windows;
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
            case BLOBS -> blobs.units();
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
        for (Table table : ALL) {
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
        UnsafeBuffer head = new UnsafeBuffer(new byte[windows.isRecorded() ? 2 * HEAD_BYTES : HEAD_BYTES]);
        settings.put(new Fields().write(head, 0));
        if (windows.isRecorded()) {
            windows.current().put(new Fields().write(head, HEAD_BYTES));
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
            windows.record(LimitWindows.get(new Fields().read(head, HEAD_BYTES)));
        }
        all.forEach(StateTable::index);
        sessions.countAnew(settings);
        moveTo(entryTimeMs);
    }

    @Override
    public void close() {
        all.forEach(StateTable::close);
    }
}

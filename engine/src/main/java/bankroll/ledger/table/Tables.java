package bankroll.ledger.table;

import bankroll.protocol.Fields;
import bankroll.protocol.LedgerSettings;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * All tables of a ledger, for the one who applies entries. Rules get the {@link LedgerView} of it. One thread.
 */
public final class Tables implements AutoCloseable {
    /** Slots of a segment of the large indexes in production: 2^14. */
    public static final int SEGMENT_BITS = 14;

    /** The small indexes have smaller segments by so many bits. */
    private static final int SMALLER_BITS = 3;

    private static final int SETTINGS_BYTES = 128;

    private final Players players;
    private final Transactions transactions;
    private final Sessions sessions;
    private final LaunchCodes launchCodes;
    private final Exchanges exchanges;
    private final LimitSets limitSets = new LimitSets();
    private final Blobs blobs = new Blobs();
    private final Books books = new Books();
    private final Windows windows = new Windows();
    private LedgerSettings settings = LedgerSettings.DEFAULT;

    /** Empty tables; small segments cost less memory when there is little in them. */
    public Tables(int segmentBits) {
        int smallBits = Math.max(HashIndex.LEAST_SEGMENT_BITS, segmentBits - SMALLER_BITS);
        players = new Players(segmentBits);
        transactions = new Transactions(segmentBits);
        sessions = new Sessions(players, smallBits);
        launchCodes = new LaunchCodes(smallBits);
        exchanges = new Exchanges(smallBits);
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

    /** The calendar. */
    public Windows windows() {
        return windows;
    }

    /** The settings in force. */
    public LedgerSettings settings() {
        return settings;
    }

    /** Changes the settings; another bound on sessions takes effect at once. */
    public void settings(LedgerSettings value, long nowMs) {
        boolean isOtherBound = value.sessionsPerPlayer() != settings.sessionsPerPlayer();
        set(value);
        if (isOtherBound) {
            sessions.rebound(value, nowMs);
        }
    }

    /** Bytes of memory that all tables hold. */
    public long memoryBytes() {
        return players.memoryBytes()
                + transactions.memoryBytes()
                + sessions.memoryBytes()
                + launchCodes.memoryBytes()
                + exchanges.memoryBytes()
                + limitSets.memoryBytes()
                + blobs.memoryBytes();
    }

    /** Bytes of memory that remembered transactions hold, index included. */
    public long transactionBytes() {
        return transactions.memoryBytes();
    }

    /** The whole state as it is now, behind the numbers of its owner; to be released by {@link #release}. */
    public FrozenState freeze(long... numbers) {
        byte[] settingsBytes = new byte[SETTINGS_BYTES];
        UnsafeBuffer frozenSettings = new UnsafeBuffer(settingsBytes);
        settings.put(new Fields().write(frozenSettings, 0));
        StatePart head = visitor -> {
            LongStream.of(numbers).forEach(visitor::number);
            visitor.section(SETTINGS_BYTES, 1);
            visitor.bytes(frozenSettings, 0, SETTINGS_BYTES);
        };
        return new FrozenState(List.of(
                head,
                books.freeze(),
                players.freeze(),
                blobs.freeze(),
                limitSets.freeze(),
                sessions.freeze(),
                launchCodes.freeze(),
                exchanges.freeze(),
                transactions.freeze()));
    }

    /** Lets go of the frozen state: nobody reads it any more. */
    public void release() {
        players.release();
        blobs.release();
        limitSets.release();
        sessions.release();
        launchCodes.release();
        exchanges.release();
        transactions.release();
    }

    /** Fills empty tables with a state. */
    public void load(StateSource source) {
        UnsafeBuffer loadedSettings = new UnsafeBuffer(new byte[SETTINGS_BYTES]);
        source.section(SETTINGS_BYTES);
        source.bytes(loadedSettings, 0, SETTINGS_BYTES);
        set(LedgerSettings.get(new Fields().read(loadedSettings, 0)));
        books.load(source);
        players.load(source);
        blobs.load(source);
        limitSets.load(source);
        sessions.load(source);
        launchCodes.load(source);
        exchanges.load(source);
        transactions.load(source);
    }

    private void set(LedgerSettings value) {
        settings = value;
        windows.zone(value.timeZone());
    }

    @Override
    public void close() {
        transactions.close();
        exchanges.close();
        launchCodes.close();
        sessions.close();
        limitSets.close();
        blobs.close();
        players.close();
    }
}

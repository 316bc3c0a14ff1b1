package bankroll.ledger;

import bankroll.calendar.OldWindows;
import bankroll.calendar.WindowCalendar;
import bankroll.engine.Replay;
import bankroll.ledger.Contradiction.Contradicted;
import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PieceDigest;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.testkit.SealedFrames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Talks to a ledger in the domain's words, at a time of its own, and keeps every entry for replay. */
final class LedgerScript implements AutoCloseable {
    static final HashKey KEY = new HashKey(1, 2);

    /** Sessions' bits are random; the index relies on it. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private Ledger ledger;
    private final Map<String, String> sessions = new HashMap<>();
    private final List<Anomaly> anomalies = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final ExpandableArrayBuffer request = new ExpandableArrayBuffer();
    private String platform = "platform";
    private IdHasher hasher = new IdHasher(KEY, platform);
    private boolean wasRecorded;
    private long nowMs;
    private long nextSession = 1;

    private record Entry(byte[] bytes, int outcomes, long sequence, long timeMs) {}

    LedgerScript(LedgerSettings settings, long startMs) {
        this(settings, startMs, Table::mostRecords);
    }

    /** With fewer records in a table. */
    LedgerScript(LedgerSettings settings, long startMs, ToIntFunction<Table> mostRecords) {
        ledger = new Ledger(6, mostRecords);
        nowMs = startMs;
        start(settings);
    }

    /** The service starts again, with these settings. */
    void start(LedgerSettings settings) {
        int item = begin(CommandType.SETTINGS, 1);
        execute(SettingsCommand.put(request, item, KEY, "test", settings), 1);
    }

    /** Opens a player with money in EUR, and a session for {@link #debit}. */
    void givenPlayer(String player, String funds) {
        open(player, "EUR");
        if (!funds.equals("0")) {
            transfer(deposit("given " + player, player, funds));
        }
        givenSession(player);
    }

    /** A new session of the player; {@link #debit} plays in it from now on. */
    String givenSession(String player) {
        String code = "code " + nextSession;
        mint(code, player, null, false, 1);
        sessions.put(player, authenticate(code, null, "g"));
        return sessions.get(player);
    }

    /** A debit in the session that the player was given last. */
    Asked debit(String id, String player, String amount) {
        return Asked.debit(id, player, sessions.get(player), amount);
    }

    static TransferItem.Transfer deposit(String id, String player, String amount) {
        return new TransferItem.Transfer(
                id, player, TransferType.DEPOSIT, Long.parseUnsignedLong(amount), false, "EUR", null);
    }

    /** Who sends transactions and exchanges codes from now on. */
    void asPlatform(String name) {
        platform = name;
        hasher = new IdHasher(KEY, name);
    }

    Ledger ledger() {
        return ledger;
    }

    long nowMs() {
        return nowMs;
    }

    void advance(long ms) {
        nowMs += ms;
    }

    Outcome open(String player, String currency) {
        int item = begin(CommandType.PLAYERS, 1);
        Profile profile = new Profile(player, null, null, null, null);
        return execute(PlayerItem.put(request, item, hasher, currency, profile), 1)
                .get(0)
                .status();
    }

    /** Whether this could be opened. */
    boolean hasRoomToOpen(String player, String currency) {
        int item = begin(CommandType.PLAYERS, 1);
        PlayerItem.put(request, item, hasher, currency, new Profile(player, null, null, null, null));
        return hasRoom();
    }

    /** Whether any command of this type could be executed. */
    boolean hasRoomFor(CommandType type) {
        begin(type, 1);
        return hasRoom();
    }

    private boolean hasRoom() {
        return ledger.hasRoomFor(CommandHeader.type(request, 0)) && ledger.hasRoomForCurrencies(request, 0);
    }

    Answered transfer(TransferItem.Transfer transfer) {
        int item = begin(CommandType.TRANSFERS, 1);
        return execute(TransferItem.put(request, item, hasher, transfer), 1).get(0);
    }

    Outcome mint(String code, String player, String game, boolean reusable, long ttlMs) {
        int item = begin(CommandType.LAUNCH_CODES, 1);
        var asked = new LaunchCodeItem.LaunchCode(code, player, null, game, ttlMs, reusable);
        return execute(LaunchCodeItem.put(request, item, hasher, asked), 1)
                .get(0)
                .status();
    }

    /** Mints several codes by one call. */
    List<Answered> mint(LaunchCodeItem.LaunchCode... codes) {
        int item = begin(CommandType.LAUNCH_CODES, codes.length);
        for (LaunchCodeItem.LaunchCode code : codes) {
            item = LaunchCodeItem.put(request, item, hasher, code);
        }
        return execute(item, codes.length);
    }

    /** The session's id, or null when the code is not good. */
    String authenticate(String code, String webhookId, String game) {
        Answer.Identity identity = identify(code, webhookId, game);
        return identity == null ? null : SessionId.format(identity.sessionHigh(), identity.sessionLow());
    }

    /** Whom the code stands for, or null when it is not good. */
    Answer.Identity identify(String code, String webhookId, String game) {
        int item = begin(CommandType.AUTHENTICATE, 1);
        long low = nextSession++;
        long high = 7 + (low - 1) * SPREAD;
        var exchange = new AuthenticateCommand.Exchange(code, webhookId, game, null, high, low);
        return (Answer.Identity) answer(AuthenticateCommand.put(request, item, hasher, exchange));
    }

    /** The player's account, or null. */
    Answer.Balance balance(String player) {
        return (Answer.Balance) ask(CommandType.BALANCE, player);
    }

    /** The player's open sessions, or null. */
    Answer.Sessions openSessions(String player) {
        return (Answer.Sessions) ask(CommandType.SESSIONS, player);
    }

    Answer.Player profile(String player, PlayerCommand.Changes changes) {
        int item = begin(CommandType.PROFILE, 1);
        return (Answer.Player) answer(PlayerCommand.putProfile(request, item, hasher, player, changes));
    }

    Answer.TrialBalance trialBalance() {
        return ledger.trialBalance();
    }

    /** What an auditor sees of the last command, item by item. */
    List<Anomaly> anomalies() {
        return List.copyOf(anomalies);
    }

    /** Whether the last command became an entry. */
    boolean wasRecorded() {
        return wasRecorded;
    }

    Outcome closeSession(String session) {
        byte[] text = session.getBytes(StandardCharsets.US_ASCII);
        int item = begin(CommandType.CLOSE_SESSION, 1);
        int end = SessionCommand.put(request, item, SessionId.high(text, 0), SessionId.low(text, 0));
        return execute(end, 1).get(0).status();
    }

    Outcome closeSessions(String player) {
        int item = begin(CommandType.CLOSE_SESSIONS, 1);
        return execute(PlayerCommand.put(request, item, hasher, player).position(), 1)
                .get(0)
                .status();
    }

    Outcome confirmClock() {
        return execute(begin(CommandType.CONFIRM_CLOCK, 1), 1).get(0).status();
    }

    /** All about the player, or null. */
    Answer.Player player(String player) {
        return (Answer.Player) ask(CommandType.PLAYER, player);
    }

    /** The ids of the player's open sessions, oldest first. */
    List<String> sessions(String player) {
        return openSessions(player).sessions().stream()
                .map(it -> SessionId.format(it.high(), it.low()))
                .toList();
    }

    Outcome block(String player, long untilMs, boolean selfExcluded) {
        int item = begin(CommandType.BLOCK, 1);
        var block = new PlayerCommand.Block("because", untilMs, selfExcluded);
        return execute(PlayerCommand.putBlock(request, item, hasher, player, block), 1)
                .get(0)
                .status();
    }

    Outcome unblock(String player) {
        int item = begin(CommandType.UNBLOCK, 1);
        return execute(PlayerCommand.put(request, item, hasher, player).position(), 1)
                .get(0)
                .status();
    }

    Outcome limits(String player, Map<LimitSlot, Long> limits) {
        int item = begin(CommandType.LIMITS, 1);
        return execute(PlayerCommand.putLimits(request, item, hasher, player, limits), 1)
                .get(0)
                .status();
    }

    Answer.LookupPlan lookup(String transactionId) {
        return lookup(Origin.operator("test"), transactionId);
    }

    /** As a platform asks: it isn't told who names the transaction. */
    Answer.LookupPlan lookupByPlatform(String transactionId) {
        return lookup(Origin.platform(platform), transactionId);
    }

    /** As an operator asks, who names no platform: in the ids of each. */
    Answer.LookupPlan lookupAmong(List<String> platforms, String transactionId) {
        int item = begin(CommandType.LOOKUP, platforms.size());
        for (String name : platforms) {
            item = LookupCommand.put(request, item, new IdHasher(KEY, name), transactionId);
        }
        return ledger.lookup(request, 0);
    }

    private Answer.LookupPlan lookup(Origin origin, String transactionId) {
        int item = CommandHeader.put(request, 0, CommandType.LOOKUP, 1, origin);
        LookupCommand.put(request, item, hasher, transactionId);
        return ledger.lookup(request, 0);
    }

    List<Answered> book(Asked... items) {
        if (nowMs >= ledger.windowsEndMs()) {
            execute(WindowCalendar.put(request, 0, ledger, nowMs), 1);
        }
        return bookAsItIs(items);
    }

    /** Begins these windows of limits, whatever a calendar says. */
    void windows(LimitWindows windows) {
        Fields fields = new Fields().write(request, begin(CommandType.WINDOWS, 1));
        windows.put(fields);
        execute(fields.position(), 1);
    }

    /** Without windows of limits before, should they be over. */
    List<Answered> bookAsItIs(Asked... items) {
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        encoder.begin(request, 0, platform.getBytes(StandardCharsets.UTF_8), hasher);
        for (Asked item : items) {
            item.put(encoder);
        }
        return execute(encoder.end(), items.length);
    }

    Answered bookOne(Asked item) {
        return book(item).get(0);
    }

    /** What an auditor is shown of the last entry's first item. */
    Anomaly lastAnomaly() {
        Entry last = entries.get(entries.size() - 1);
        return OutcomeRecord.anomaly(new UnsafeBuffer(last.bytes()), last.outcomes());
    }

    /** The digest of a new ledger that has replayed every entry so far. */
    String replayedDigest() {
        try (Ledger replayed = new Ledger(7)) {
            replayInto(replayed);
            return replayed.digest();
        }
    }

    /** Applies every entry so far to an empty ledger. */
    void replayInto(Ledger other) {
        for (Entry entry : entries) {
            UnsafeBuffer bytes = new UnsafeBuffer(entry.bytes());
            OldWindows.beforeEntry(other, CommandHeader.type(bytes, 0), entry.timeMs());
            requireNone(other.replay(bytes, 0, entry.outcomes(), entry.sequence(), entry.timeMs()));
        }
    }

    /** What can't be about an entry, counted from 0, had it been decided and written at this time; null when it can be. */
    Contradicted contradiction(int index, long timeMs) {
        try (Ledger replayed = new Ledger(7)) {
            for (Entry entry : entries.subList(0, index)) {
                UnsafeBuffer bytes = new UnsafeBuffer(entry.bytes());
                requireNone(replayed.replay(bytes, 0, entry.outcomes(), entry.sequence(), entry.timeMs()));
            }
            Entry last = entries.get(index);
            UnsafeBuffer moved = new UnsafeBuffer(last.bytes().clone());
            if (OutcomeRecord.hasTime(moved, last.outcomes())) {
                new OutcomeRecord().read(moved, last.outcomes()).time(timeMs).write(moved, last.outcomes());
            }
            return replayed.replay(moved, 0, last.outcomes(), last.sequence(), timeMs);
        }
    }

    /** Every entry so far as a line: what, where its outcomes start, time, and the bytes as hex. */
    List<String> entries() {
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            CommandType type = CommandHeader.type(new UnsafeBuffer(entry.bytes()), 0);
            String place = entry.outcomes() + "@" + entry.timeMs();
            lines.add(type + " " + place + " " + HexFormat.of().formatHex(entry.bytes()));
        }
        return lines;
    }

    /** Applies the bytes of a line; tells whether they are what the lines before lead to. */
    static void replay(Ledger ledger, byte[] bytes, String place) {
        String[] numbers = place.split("@");
        int outcomes = Integer.parseInt(numbers[0]);
        long timeMs = Long.parseLong(numbers[1]);
        UnsafeBuffer entry = new UnsafeBuffer(bytes);
        OldWindows.beforeEntry(ledger, CommandHeader.type(entry, 0), timeMs);
        requireNone(ledger.replay(entry, 0, outcomes, ledger.sequence() + 1, timeMs));
    }

    /** What was decided can be, whatever it was. */
    private static void requireNone(Contradicted contradicted) {
        if (contradicted != null) {
            throw new AssertionError(contradicted.words());
        }
    }

    /** Goes on with a ledger that was loaded from a snapshot of this one. */
    void restartFromSnapshot(Path directory) {
        SnapshotStore store = new SnapshotStore(directory);
        CheckedSnapshot snapshot;
        try {
            snapshot = store.take(
                    new SnapshotHead(ledger.sequence(), nowMs, 0), ledger.freeze(), PieceDigest.onAllProcessors());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ledger.release();
        Ledger loaded = new Ledger(5);
        store.load(snapshot.path(), loaded);
        if (!loaded.digest().equals(ledger.digest()) || !snapshot.digest().equals(ledger.digest())) {
            throw new AssertionError("what was loaded isn't what was taken");
        }
        if (!records(loaded).equals(records(ledger))) {
            throw new AssertionError("of " + records(ledger) + " records " + records(loaded) + " were loaded");
        }
        ledger.close();
        ledger = loaded;
    }

    /** Takes a snapshot of the state as it is, and goes on. */
    Path snapshot(Path directory) {
        try {
            SnapshotHead head = new SnapshotHead(ledger.sequence(), nowMs, 0);
            return new SnapshotStore(directory)
                    .take(head, ledger.freeze(), PieceDigest.onAllProcessors())
                    .path();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ledger.release();
        }
    }

    /** The digest behind the last entry, by a start: from a snapshot, or null, and all entries behind it as a journal has them. */
    String digestBehind(Path snapshot) {
        try (Ledger started = new Ledger(5)) {
            if (snapshot != null) {
                new SnapshotStore(snapshot.getParent()).load(snapshot, started);
            }
            SealedFrames journal = new SealedFrames();
            for (Entry entry : entries) {
                int outcomesLength = entry.bytes().length - entry.outcomes();
                journal.add(new UnsafeBuffer(entry.bytes()), entry.outcomes(), outcomesLength, entry.timeMs());
            }
            new Replay(started, journal.reader(started.sequence() + 1)).upTo(Long.MAX_VALUE);
            return started.digest();
        }
    }

    /** How many records of each table are in use. */
    private static Map<Table, Integer> records(Ledger ledger) {
        Map<Table, Integer> records = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            records.put(table, ledger.records(table));
        }
        return records;
    }

    @Override
    public void close() {
        ledger.close();
    }

    private int begin(CommandType type, int items) {
        return CommandHeader.put(request, 0, type, items, Origin.operator("test"));
    }

    private List<Answered> execute(int commandLength, int items) {
        int outcomes = align(commandLength);
        int recorded = ledger.execute(request, 0, outcomes, nowMs);
        if (recorded > 0) {
            byte[] bytes = new byte[outcomes + recorded];
            request.getBytes(0, bytes);
            entries.add(new Entry(bytes, outcomes, ledger.sequence(), nowMs));
        }
        wasRecorded = recorded > 0;
        anomalies.clear();
        List<Answered> answers = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            answers.add(Answered.of(request, outcomes + OutcomeRecord.BYTES * i));
            anomalies.add(OutcomeRecord.anomaly(request, outcomes + OutcomeRecord.BYTES * i));
        }
        return answers;
    }

    private Answer ask(CommandType type, String player) {
        int item = begin(type, 1);
        return answer(PlayerCommand.put(request, item, hasher, player).position());
    }

    private Answer answer(int commandLength) {
        execute(commandLength, 1);
        return ledger.answer(request, 0, align(commandLength));
    }

    private static int align(int length) {
        return length + 7 & ~7;
    }
}

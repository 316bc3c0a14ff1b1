package bankroll.tools;

import bankroll.calendar.OldWindows;
import bankroll.calendar.WindowCalendar;
import bankroll.engine.Replay;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.ledger.Ledger;
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
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.snapshot.SnapshotStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes a real journal in the domain's words: encodes, decides, seals and appends as the service does. */
final class JournalScript implements AutoCloseable {
    /** 2026-01-01T00:00:00Z. */
    static final long START_MS = 1_767_225_600_000L;

    static final HashKey KEY = new HashKey(11, 22);
    private static final Spoiling NOTHING = (buffer, item) -> {};
    private static final long ROOM_PATIENCE_NS = 60_000_000_000L;

    private final Ledger ledger = new Ledger(6);
    private final Map<String, IdHasher> hashers = new HashMap<>();
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final ExpandableArrayBuffer request = new ExpandableArrayBuffer(1 << 16);
    private final BetEncoder encoder = new BetEncoder();
    private final JournalStore store;
    private final Journal journal;
    private String platform = "alpha";
    private long nowMs = START_MS;
    private long nextSession;
    private long forgedBalance;
    private long forgedAmount;
    private ForgedOutcome[] forgedOutcomes;
    private int forgedItems = 1;
    private Spoiling spoilingNext = NOTHING;

    JournalScript(Path dataDirectory) {
        this(context(dataDirectory));
    }

    JournalScript(JournalContext context) {
        this(context.directory().getParent(), context);
        start(LedgerSettings.DEFAULT);
    }

    private static JournalContext context(Path dataDirectory) {
        return new JournalContext()
                .directory(dataDirectory.resolve("journal"))
                .fileBytes(1 << 20)
                .maxFrameBytes(512 << 10)
                .lowWaterBytes(0);
    }

    private JournalScript(Path dataDirectory, JournalContext context) {
        store = ChronicleJournalStore.open(context);
        if (store.firstSequence() > 1) {
            loadSnapshot(dataDirectory);
        }
        try (JournalReader reader = store.reader(ledger.sequence() + 1)) {
            new Replay(ledger, reader).upTo(Long.MAX_VALUE);
        }
        nowMs = Math.max(nowMs, ledger.timeMs());
        nextSession = ledger.sequence() * 1000 + 1;
        sealer.continueAfter(store.recovered().lastSequence(), store.recovered().lastCrc());
        journal = store.journal();
    }

    /** A journal that nobody has written to, not even a start of the service. */
    static JournalScript blank(Path dataDirectory) {
        return new JournalScript(dataDirectory, context(dataDirectory));
    }

    /** A retention has removed the beginning. */
    private void loadSnapshot(Path dataDirectory) {
        SnapshotStore snapshots = new SnapshotStore(dataDirectory.resolve(SnapshotStore.DIRECTORY));
        snapshots.load(snapshots.list().get(0), ledger);
    }

    Ledger ledger() {
        return ledger;
    }

    long sequence() {
        return ledger.sequence();
    }

    JournalScript advance(long ms) {
        nowMs += ms;
        return this;
    }

    JournalScript platform(String name) {
        platform = name;
        return this;
    }

    void start(LedgerSettings settings) {
        start(KEY, settings);
    }

    void start(HashKey key, LedgerSettings settings) {
        int item = begin(CommandType.SETTINGS, Origin.SYSTEM);
        execute(SettingsCommand.put(request, item, key, "test", settings), 1);
    }

    /** Says a day, week and month of that many milliseconds each, from now on. */
    Outcome windows(int number, long ms) {
        LimitWindows.Window window = new LimitWindows.Window(number, nowMs, nowMs + ms);
        int item = begin(CommandType.WINDOWS, Origin.SYSTEM);
        Fields fields = new Fields().write(request, item);
        new LimitWindows(window, window, window, "UTC").put(fields);
        return execute(fields.position(), 1).get(0);
    }

    /** Opens players in EUR. */
    JournalScript open(String player) {
        open(player, "EUR");
        return this;
    }

    JournalScript openAll(String... players) {
        for (String player : players) {
            open(player, "EUR");
        }
        return this;
    }

    Outcome open(String player, String currency) {
        int item = begin(CommandType.PLAYERS, Origin.operator("back office"));
        Profile profile =
                new Profile(player, "Name of " + player, "https://example.org/" + player + ".png", "de", "AT");
        return execute(PlayerItem.put(request, item, operator(), currency, profile), 1)
                .get(0);
    }

    JournalScript deposit(String player, long amount) {
        transfer("dep-" + sequence(), player, TransferType.DEPOSIT, amount, "EUR");
        return this;
    }

    Outcome transfer(String id, String player, TransferType type, long amount, String currency) {
        boolean isNegative = type == TransferType.ADJUSTMENT && amount < 0;
        long magnitude = isNegative ? -amount : amount;
        return transfer(new TransferItem.Transfer(id, player, type, magnitude, isNegative, currency, "by, \"hand\""));
    }

    Outcome transfer(TransferItem.Transfer transfer) {
        int item = begin(CommandType.TRANSFERS, Origin.operator("back office"));
        return execute(TransferItem.put(request, item, operator(), transfer), 1).get(0);
    }

    /** Opens a session and tells its id. */
    String session(String player, String game) {
        String code = "code-" + nextSession;
        mint(new LaunchCodeItem.LaunchCode(code, player, null, null, 300_000, false));
        return exchange(code, game, nextSession++);
    }

    Outcome mint(LaunchCodeItem.LaunchCode asked) {
        int item = begin(CommandType.LAUNCH_CODES, Origin.operator("back office"));
        return execute(LaunchCodeItem.put(request, item, operator(), asked), 1).get(0);
    }

    /** Exchanges a code for the session of a number, and tells its id. */
    String exchange(String code, String game, long session) {
        int item = begin(CommandType.AUTHENTICATE, Origin.platform(platform));
        // the ledger takes a session's bits for random ones
        long high = session * 0x9E3779B97F4A7C15L;
        long low = session * 0xC2B2AE3D27D4EB4FL;
        AuthenticateCommand.Exchange exchange =
                new AuthenticateCommand.Exchange(code, null, game, "10.0.0.1", high, low);
        execute(AuthenticateCommand.put(request, item, hasher(), exchange), 1);
        return SessionId.format(high, low);
    }

    Outcome closeSession(String session) {
        byte[] text = session.getBytes(StandardCharsets.US_ASCII);
        int item = begin(CommandType.CLOSE_SESSION, Origin.operator("support"));
        return execute(SessionCommand.put(request, item, SessionId.high(text, 0), SessionId.low(text, 0)), 1)
                .get(0);
    }

    Outcome closeSessions(String player) {
        int item = begin(CommandType.CLOSE_SESSIONS, Origin.operator("support"));
        return execute(PlayerCommand.put(request, item, operator(), player).position(), 1)
                .get(0);
    }

    Outcome block(String player) {
        return block(player, 3_600_000, false);
    }

    Outcome block(String player, long forMs, boolean selfExcluded) {
        return block(player, new PlayerCommand.Block("because", nowMs + forMs, selfExcluded));
    }

    Outcome block(String player, PlayerCommand.Block block) {
        int item = begin(CommandType.BLOCK, Origin.operator("support"));
        return execute(PlayerCommand.putBlock(request, item, operator(), player, block), 1)
                .get(0);
    }

    Outcome unblock(String player) {
        int item = begin(CommandType.UNBLOCK, Origin.operator("support"));
        return execute(PlayerCommand.put(request, item, operator(), player).position(), 1)
                .get(0);
    }

    Outcome limit(String player, LimitSlot slot, long amount) {
        int item = begin(CommandType.LIMITS, Origin.operator("support"));
        return execute(PlayerCommand.putLimits(request, item, operator(), player, Map.of(slot, amount)), 1)
                .get(0);
    }

    Outcome rename(String player, String name) {
        int item = begin(CommandType.PROFILE, Origin.operator("support"));
        PlayerCommand.Changes changes = new PlayerCommand.Changes(
                new PlayerCommand.Change(true, name),
                PlayerCommand.Change.UNCHANGED,
                PlayerCommand.Change.UNCHANGED,
                new PlayerCommand.Change(true, null));
        return execute(PlayerCommand.putProfile(request, item, operator(), player, changes), 1)
                .get(0);
    }

    Outcome debit(String id, String player, String session, long amount) {
        return book(Bet.debit(id, player, session, amount)).get(0);
    }

    Outcome credit(String id, String player, long amount, String reference) {
        return book(Bet.credit(id, player, amount, reference)).get(0);
    }

    Outcome rollback(String id, String player, String reference) {
        return book(Bet.rollback(id, player, reference)).get(0);
    }

    /** Begins the windows of limits that are current, as the service does before it books; else as builds before it. */
    JournalScript windows() {
        execute(WindowCalendar.put(request, Frame.HEADER_LENGTH, ledger, nowMs), 1);
        return this;
    }

    List<Outcome> book(Bet... bets) {
        return execute(encoder.encode(request, Frame.HEADER_LENGTH, platform, hasher(), bets), bets.length);
    }

    /** The next entries carry this chain value. */
    JournalScript carry(ChainHead chain) {
        sealer.chain((frame, at) -> chain.put(frame, at));
        return this;
    }

    /** Asks for a balance: no entry comes of it. */
    Outcome balance(String player) {
        int item = begin(CommandType.BALANCE, Origin.platform(platform));
        return execute(PlayerCommand.put(request, item, operator(), player).position(), 1)
                .get(0);
    }

    /** The next entries say what had been forced when they were sealed, as the service's do. */
    JournalScript tellForced() {
        sealer.forced(journal::lastForced);
        return this;
    }

    /** Brings everything to the disk. */
    JournalScript force() {
        journal.force();
        return this;
    }

    @Override
    public void close() {
        store.close();
        ledger.close();
    }

    private IdHasher hasher() {
        return hashers.computeIfAbsent(platform, name -> new IdHasher(KEY, name));
    }

    private IdHasher operator() {
        return hashers.computeIfAbsent("", name -> new IdHasher(KEY, name));
    }

    private int begin(CommandType type, Origin origin) {
        return CommandHeader.put(request, Frame.HEADER_LENGTH, type, 1, origin);
    }

    private List<Outcome> execute(int commandEnd, int items) {
        int commandLength = commandEnd - Frame.HEADER_LENGTH;
        int outcomes = Frame.outcomesOffset(commandLength);
        if (forgedOutcomes != null) {
            return appendForged(commandLength, outcomes);
        }
        OldWindows.beforeEntry(ledger, CommandHeader.type(request, Frame.HEADER_LENGTH), nowMs);
        int recorded = ledger.execute(request, Frame.HEADER_LENGTH, outcomes, nowMs);
        List<Outcome> answers = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            answers.add(OutcomeRecord.outcome(request, outcomes + i * OutcomeRecord.BYTES));
        }
        if (recorded > 0) {
            forge(outcomes);
            spoilingNext.spoil(request, CommandHeader.itemsOffset(request, Frame.HEADER_LENGTH));
            spoilingNext = NOTHING;
            append(sealer.seal(request, 0, commandLength, recorded, nowMs));
        }
        return answers;
    }

    /** What the first outcome of the next entry says will be wrong by this; its checksums will be right. */
    JournalScript forgeNext(long balance, long amount) {
        forgedBalance = balance;
        forgedAmount = amount;
        return this;
    }

    /** The bytes of the next entry's first item are changed behind its decision; its checksums will be right. */
    JournalScript spoilNext(Spoiling spoiling) {
        spoilingNext = spoiling;
        return this;
    }

    /** Changes an item. */
    interface Spoiling {
        void spoil(MutableDirectBuffer buffer, int item);
    }

    /**
     * The next command is recorded with these outcomes, whatever it asks for: no rule is asked, and the ledger of this script
     * doesn't hear of it. Its checksums will be right.
     */
    JournalScript forgeNext(ForgedOutcome... outcomes) {
        forgedOutcomes = outcomes;
        forgedItems = outcomes.length;
        return this;
    }

    /** As {@link #forgeNext}, and its head says that it has another number of items. */
    JournalScript forgeNext(int items, ForgedOutcome... outcomes) {
        forgeNext(outcomes);
        forgedItems = items;
        return this;
    }

    private List<Outcome> appendForged(int commandLength, int outcomes) {
        CommandHeader.putItems(request, Frame.HEADER_LENGTH, forgedItems);
        for (int i = 0; i < forgedOutcomes.length; i++) {
            forgedOutcomes[i].put(request, outcomes + i * OutcomeRecord.BYTES, nowMs);
        }
        int recorded = forgedOutcomes.length * OutcomeRecord.BYTES;
        forgedOutcomes = null;
        append(sealer.seal(request, 0, commandLength, recorded, nowMs));
        return List.of(Outcome.OK);
    }

    private void forge(int outcome) {
        if (forgedBalance != 0) {
            OutcomeRecord record = new OutcomeRecord().read(request, outcome);
            record.moves(record.amount() + forgedAmount)
                    .balance(record.balance() + forgedBalance)
                    .write(request, outcome);
            forgedBalance = 0;
        }
    }

    private void append(int length) {
        if (!journal.awaitRoom(length, ROOM_PATIENCE_NS)) {
            throw new AssertionError("no room for " + length + " bytes");
        }
        journal.append(request, 0, length, sealer.lastSequence());
    }
}

package bankroll.engine;

import bankroll.agent.AgentHost;
import bankroll.condition.Degradation;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.Range;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Every option of the engine, with its default; checked once by {@link #conclude}. Set up by one thread before
 * {@link Engine#launch}.
 */
public final class EngineContext {
    /** Name of the journal's directory within the data directory. */
    public static final String JOURNAL = "journal";

    /** What {@link #ringCapacity()} may be. */
    public static final Range RING_CAPACITY = new Range(16, 1 << 20);

    /** What {@link #inFlightBytes()} may be. */
    public static final Range IN_FLIGHT_BYTES = new Range(16L << 20, 64L << 30);

    /** What {@link #snapshotEveryTransactions()} may be. */
    public static final Range SNAPSHOT_EVERY_TRANSACTIONS = new Range(0, Integer.MAX_VALUE);

    /** What {@link #snapshotEveryMs()} may be. */
    public static final Range SNAPSHOT_EVERY_MS = new Range(1_000, 86_400_000);

    /** What {@link #longestClockStepMs()} may be. */
    public static final Range LONGEST_CLOCK_STEP_MS = new Range(0, 31_622_400_000L);

    /** What {@link #journalKeptMs()} may be: up to a hundred years. */
    public static final Range JOURNAL_KEPT_MS = new Range(0, 36_525L * 86_400_000);

    /** What {@link #snapshotsKept()} may be. */
    public static final Range SNAPSHOTS_KEPT = new Range(1, 1_000);

    private Path dataDirectory;
    private final JournalContext journal = new JournalContext();
    private LedgerSettings settings = LedgerSettings.DEFAULT;
    private int ringCapacity = 4096;
    private long inFlightBytes = 256L << 20;
    private long tableMemoryBytes = Long.MAX_VALUE;
    long nextFilePatienceMs = 2_000;
    private String softwareVersion = "dev";
    private LongSupplier clock = System::currentTimeMillis;
    private long snapshotEveryTransactions = 10_000_000;
    private long snapshotEveryMs = 900_000;
    long snapshotAtStopMs = 6_000;
    private int snapshotsKept = 2;
    private long journalKeptMs;
    private long longestClockStepMs = 3_600_000;
    NanoClock nanoClock = SystemNanoClock.INSTANCE;
    Supplier<HashKey> newHashKey = EngineContext::randomHashKey;
    Supplier<Ledger> newLedger = Ledger::new;
    private final Degradation degradation = new Degradation(() -> clock().getAsLong());
    private final Recovery.Progress recovery = new Recovery.Progress(SystemNanoClock.INSTANCE);
    FailStop failStop = FailStop.HALT;
    private CommandLog log;
    CommandLog.Rules logRules = CommandLog.Rules.OF_RELEASE;
    private Function<JournalContext, JournalStore> journalOpener = ChronicleJournalStore::open;
    Function<Path, SnapshotStore> snapshotOpener = data -> new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY));

    /** Where the journal lives; created when missing. No default. */
    public Path dataDirectory() {
        return dataDirectory;
    }

    public EngineContext dataDirectory(Path value) {
        dataDirectory = value;
        return this;
    }

    /** The journal's own options; its directory is set by {@link #conclude}. */
    public JournalContext journal() {
        return journal;
    }

    /** Settings that decisions follow; those of decisions.md by default. */
    public LedgerSettings settings() {
        return settings;
    }

    public EngineContext settings(LedgerSettings value) {
        settings = value;
        return this;
    }

    /** Most requests under way; more are answered {@code unavailable}. 4096 by default. */
    public int ringCapacity() {
        return ringCapacity;
    }

    public EngineContext ringCapacity(int value) {
        ringCapacity = value;
        return this;
    }

    /** Most bytes of commands under way; more are answered {@code unavailable}. 256 MiB by default. */
    public long inFlightBytes() {
        return inFlightBytes;
    }

    public EngineContext inFlightBytes(long value) {
        inFlightBytes = value;
        return this;
    }

    /** Bytes that the tables may hold before bookings are refused; no bound by default. A start on more only reads. */
    public long tableMemoryBytes() {
        return tableMemoryBytes;
    }

    public EngineContext tableMemoryBytes(long value) {
        tableMemoryBytes = value;
        return this;
    }

    /**
     * Milliseconds for which a request waits for the journal's next file before it is answered {@code unavailable}; 2 s by
     * default, so that the client hears that nothing was booked before the deadline leaves it unknown.
     */
    public EngineContext nextFilePatienceMs(long value) {
        nextFilePatienceMs = value;
        return this;
    }

    /** Recorded in the journal at each start. */
    public String softwareVersion() {
        return softwareVersion;
    }

    public EngineContext softwareVersion(String value) {
        softwareVersion = value;
        return this;
    }

    /** Wall clock in milliseconds; the writer never lets it go back. */
    public LongSupplier clock() {
        return clock;
    }

    /** For tests. */
    public EngineContext clock(LongSupplier value) {
        clock = value;
        return this;
    }

    /** A snapshot after so many new transactions; 0 for none at all. 10 million by default. */
    public long snapshotEveryTransactions() {
        return snapshotEveryTransactions;
    }

    public EngineContext snapshotEveryTransactions(long value) {
        snapshotEveryTransactions = value;
        return this;
    }

    /** A snapshot at the latest after so many milliseconds, when anything was booked; 15 minutes by default. */
    public long snapshotEveryMs() {
        return snapshotEveryMs;
    }

    public EngineContext snapshotEveryMs(long value) {
        snapshotEveryMs = value;
        return this;
    }

    /** A stop takes a snapshot only when it is expected to take no longer than this; 6 seconds by default. */
    public EngineContext snapshotAtStopMs(long value) {
        snapshotAtStopMs = value;
        return this;
    }

    /** How many snapshots are kept; 2 by default, so that a damaged one costs time, not the restart. */
    public int snapshotsKept() {
        return snapshotsKept;
    }

    public EngineContext snapshotsKept(int value) {
        snapshotsKept = value;
        return this;
    }

    /**
     * Milliseconds for which journal files are kept at least, by the entries' time; 0 for ever, the default. What the
     * oldest kept snapshot needs is never removed.
     */
    public long journalKeptMs() {
        return journalKeptMs;
    }

    public EngineContext journalKeptMs(long value) {
        journalKeptMs = value;
        return this;
    }

    /** What measures the time that passes: between two forces, and to tell a wall clock that steps. For simulation. */
    public EngineContext nanoClock(NanoClock value) {
        nanoClock = value;
        return this;
    }

    /** The longest step of the clock, in milliseconds, that bookings follow unconfirmed; an hour by default, 0 for any. */
    public long longestClockStepMs() {
        return longestClockStepMs;
    }

    public EngineContext longestClockStepMs(long value) {
        longestClockStepMs = value;
        return this;
    }

    /** Draws the secret of a new journal. For simulation. */
    public EngineContext newHashKey(Supplier<HashKey> value) {
        newHashKey = value;
        return this;
    }

    /** Makes the empty ledger that a start fills; sized for production by default. For simulation. */
    public EngineContext newLedger(Supplier<Ledger> value) {
        newLedger = value;
        return this;
    }

    /** Where the agents get their turns, the journal's too; a thread each by default. */
    public AgentHost agentHost() {
        return journal.agentHost();
    }

    /** For simulation. */
    public EngineContext agentHost(AgentHost value) {
        journal.agentHost(value);
        return this;
    }

    /** What happens when memory may be ahead of the journal; halts the process by default. For tests. */
    public EngineContext failStop(FailStop value) {
        failStop = value;
        return this;
    }

    /** How far the start is. */
    public Recovery.Progress recovery() {
        return recovery;
    }

    /** The log that commands are decided from, or null: the engine decides what it is given at once. Null by default. */
    public CommandLog log() {
        return log;
    }

    /** With a log, the journal's sync policy must not be {@code always}: replies wait for the log. */
    public EngineContext log(CommandLog value) {
        log = value;
        return this;
    }

    /** By which rules the log decides; this release's by default. For tests of releases that are mixed. */
    public EngineContext logRules(CommandLog.Rules value) {
        logRules = value;
        return this;
    }

    /** What the running engine can't do as it should. */
    public Degradation degradation() {
        return degradation;
    }

    /** Opens the journal; Chronicle Queue by default. */
    public Function<JournalContext, JournalStore> journalOpener() {
        return journalOpener;
    }

    /** For tests and simulation. */
    public EngineContext journalOpener(Function<JournalContext, JournalStore> value) {
        journalOpener = value;
        return this;
    }

    /** Opens the snapshots of a data directory. For simulation. */
    public EngineContext snapshotOpener(Function<Path, SnapshotStore> value) {
        snapshotOpener = value;
        return this;
    }

    /** Checks all options together. */
    public EngineContext conclude() {
        if (dataDirectory == null) {
            throw new IllegalArgumentException("the engine needs a data directory");
        }
        if (log != null && journal.syncPolicy().kind() == SyncPolicy.Kind.ALWAYS) {
            throw new IllegalArgumentException("with a log, replies don't wait for this node's own disk");
        }
        journal.openingWatch((files, of) -> recovery.at(Recovery.Progress.Step.JOURNAL, files, of));
        RING_CAPACITY.require("ring capacity", ringCapacity);
        IN_FLIGHT_BYTES.require("bytes in flight", inFlightBytes);
        SNAPSHOT_EVERY_TRANSACTIONS.require("transactions between snapshots", snapshotEveryTransactions);
        SNAPSHOT_EVERY_MS.require("milliseconds between snapshots", snapshotEveryMs);
        LONGEST_CLOCK_STEP_MS.require("milliseconds that the clock may step", longestClockStepMs);
        SNAPSHOTS_KEPT.require("snapshots kept", snapshotsKept);
        new Range(0, 60_000).require("milliseconds to wait for a journal file", nextFilePatienceMs);
        JOURNAL_KEPT_MS.require("milliseconds for which the journal is kept", journalKeptMs);
        journal.directory(dataDirectory.resolve(JOURNAL))
                .failureHandler(failStop::stop)
                .degradation(degradation)
                .conclude();
        return this;
    }

    private static HashKey randomHashKey() {
        SecureRandom random = new SecureRandom();
        return new HashKey(random.nextLong(), random.nextLong());
    }
}

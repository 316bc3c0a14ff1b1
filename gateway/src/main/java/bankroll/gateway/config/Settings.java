package bankroll.gateway.config;

import static bankroll.gateway.config.Contexts.ledger;
import static bankroll.gateway.config.Contexts.listeners;
import static bankroll.gateway.config.Setting.bytes;
import static bankroll.gateway.config.Setting.bytesOrAuto;
import static bankroll.gateway.config.Setting.days;
import static bankroll.gateway.config.Setting.either;
import static bankroll.gateway.config.Setting.milliseconds;
import static bankroll.gateway.config.Setting.seconds;
import static bankroll.gateway.config.Setting.whole;
import static bankroll.gateway.config.Setting.wholeOrAuto;
import static bankroll.gateway.config.Setting.wholeSeconds;

import bankroll.engine.EngineContext;
import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.Problem;
import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.memory.MachineMemory;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.LedgerSettings;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Every setting with a single value, in the order in which they are shown: its name, default, bounds, meaning, and where
 * it goes. The example file and the reference page are made from here ({@link SettingsPage}).
 */
public final class Settings {
    static final String PLATFORMS = "platforms";
    static final String TOKENS = "operator.tokens";

    private static final List<Setting<?>> LISTED = new ArrayList<>();
    private static final EngineContext ENGINE = new EngineContext();
    private static final HttpContext HTTP = new HttpContext();
    private static final LedgerSettings LEDGER = LedgerSettings.DEFAULT;
    /**
     * What a body's command needs in the journal beyond the body's bytes is less than 1 MiB: hashes, lengths and outcomes of
     * 500 items, and the frame's own. A longer body could be legal and yet too much for one entry.
     */
    private static final int MOST_BODY_BYTES = Frame.MAX_LENGTH - (1 << 20);

    private static final JvmMemory JVM = JvmMemory.ofThisProcess();
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    static final MachineMemory MACHINE = MachineMemory.of(Path.of("/"));

    public static final Setting<Path> DATA = list(Setting.of("data", "./data", "a directory", SettingForms::path)
            .means("Where everything is kept. A relative path counts from where the service is started.")
            .to(Settings::data));

    public static final Setting<Boolean> INIT = list(either("init", "false", "true", "true or false")
            .means("true: a start makes a ledger when the data directory is empty or absent, as containers need it."
                    + " false: it is refused, and ./bankroll init makes one.")
            .asked());

    public static final Setting<Boolean> DEMO = list(either("demo", "false", "true", "true or false")
            .means("Makes players with money, secrets, and prints commands to paste.")
            .asked());

    public static final Setting<HostPort> PLATFORM_LISTEN =
            list(SettingForms.address("platform.listen", "127.0.0.1:8080")
                    .means("Where platforms call.")
                    .to((contexts, value) -> contexts.platform().listen(value.toAddress())));

    public static final Setting<Optional<Path>> PLATFORM_CERTIFICATE = certificate("platform", Contexts::platform);

    public static final Setting<Optional<Path>> PLATFORM_CERTIFICATE_KEY =
            certificateKey("platform", Contexts::platform);

    public static final Setting<Optional<Path>> PLATFORM_CLIENT_AUTHORITIES =
            clientAuthorities("platform", Contexts::platform);

    public static final Setting<String> BASE_PATH = list(Setting.of(
                    "platform.base-path",
                    "/v1",
                    "empty or a path like /v1, without a slash at its end",
                    SettingForms::basePath)
            .means("Before the path of every call.")
            .asked());

    public static final Setting<Integer> MAX_BODY_BYTES = list(bytes(
                    "platform.max-body-bytes", HTTP.maxBodyBytes(), 1 << 10, MOST_BODY_BYTES)
            .means("Most bytes of a request's body; a larger one is answered 413. Both listeners. No more than an"
                    + " entry of the journal can hold.")
            .to(listeners(HttpContext::maxBodyBytes)));

    public static final Setting<String> PROBLEM_TYPE_BASE = list(Setting.of(
                    "platform.problem-type-base",
                    Problem.Encoder.TYPE_BASE,
                    "the beginning of an absolute URI",
                    SettingForms::uri)
            .means("A problem document's type is this and its code.")
            .to(listeners((http, value) -> http.problems(new Problem.Encoder(value)))));

    public static final Setting<Long> DEADLINE_MS =
            list(milliseconds("platform.deadline-ms", HTTP.replyDeadlineMs(), 50, 60_000)
                    .means("A request that isn't decided after this time is answered unavailable. Both listeners.")
                    .to(Settings::deadline));

    public static final Setting<Integer> RETRY_AFTER_SECONDS =
            list(wholeSeconds("platform.retry-after-seconds", HTTP.retryAfterSeconds(), 1, 3_600)
                    .means("What Retry-After says with unavailable, in seconds. Both listeners.")
                    .to(listeners(HttpContext::retryAfterSeconds)));

    static {
        LISTED.addAll(ConnectionSettings.ALL);
    }

    public static final Setting<Long> DRAIN_GRACE_MS = list(seconds("platform.drain-grace", 0, 0, 3_600)
            .means("A service that is told to stop goes on for this time while /health/ready says 503: a load balancer"
                    + " sends its requests elsewhere before the listener closes. From half of it on, answers end the connections"
                    + " that were there. 0: it stops at once.")
            .asked());

    public static final Setting<Proxies> TRUSTED_PROXIES = list(Setting.of(
                    "platform.trusted-proxies",
                    "",
                    "empty, or addresses and ranges with commas between them, like 10.0.0.5, 10.1.0.0/16, ::1",
                    Proxies::parse)
            .means("Proxies that are believed when they say whose connection or request they pass on. Empty: nobody is."
                    + " Both listeners.")
            .to(listeners(
                    (http, value) -> http.proxies(value.telling(http.proxies().telling())))));

    public static final Setting<Proxies.Telling> CLIENT_ADDRESS = list(Setting.of(
                    "platform.client-address",
                    "connection",
                    "connection, proxy-protocol or x-forwarded-for",
                    SettingForms::telling)
            .means(
                    "How a trusted proxy tells the client's address: not at all, with a PROXY protocol header before all else"
                            + " on a connection, or with X-Forwarded-For on each request. Both listeners.")
            .to(listeners((http, value) -> http.proxies(http.proxies().telling(value)))));

    public static final Setting<Long> HANDSHAKE_DEADLINE_MS =
            list(milliseconds("platform.tls-handshake-deadline-ms", HTTP.handshakeDeadlineMs(), 100, 60_000)
                    .means("A connection whose TLS handshake isn't over after this time is closed. Both listeners.")
                    .to(listeners(HttpContext::handshakeDeadlineMs)));

    public static final Setting<Integer> SIGNATURE_TOLERANCE_SECONDS =
            list(wholeSeconds("platform.signature-tolerance-seconds", 300, 1, 1_000_000_000)
                    .means("How far a signature's time may be off, either way.")
                    .asked());

    public static final Setting<Integer> EVENT_LOOPS = list(wholeOrAuto(
                    "platform.event-loops",
                    HttpContext.eventLoopsFor(PROCESSORS),
                    PROCESSORS + (PROCESSORS == 1 ? " processor" : " processors"),
                    1,
                    64)
            .means(
                    "Threads that serve the platforms' connections. auto: half of the processors, 8 at most; 2 of 2 or 3.")
            .to((contexts, value) -> contexts.platform().eventLoops(value)));

    public static final Setting<HostPort> OPERATOR_LISTEN =
            list(SettingForms.address("operator.listen", "127.0.0.1:8081")
                    .means("Where the operator's API, health and metrics are.")
                    .to((contexts, value) -> contexts.operator().listen(value.toAddress())));

    public static final Setting<Optional<Path>> OPERATOR_CERTIFICATE = certificate("operator", Contexts::operator);

    public static final Setting<Optional<Path>> OPERATOR_CERTIFICATE_KEY =
            certificateKey("operator", Contexts::operator);

    public static final Setting<Optional<Path>> OPERATOR_CLIENT_AUTHORITIES =
            clientAuthorities("operator", Contexts::operator);

    public static final Setting<Integer> OPERATOR_MAX_CONNECTIONS =
            list(whole("operator.max-connections", 1_000, 1, 1_000_000)
                    .means("Open connections of operators; otherwise as platform.max-connections.")
                    .to((contexts, value) -> contexts.operator().maxConnections(value)));

    public static final Setting<Integer> WRONG_TOKENS_PER_MINUTE =
            list(whole("operator.wrong-tokens-per-minute", 1_000, 1, 1_000_000)
                    .means(
                            "Wrong tokens that one address may present within a minute. Beyond them it is answered 429 whatever it"
                                    + " presents, unless it has presented that very token before.")
                    .asked());

    public static final Setting<Integer> SECURITY_LOG_LINES = list(whole("operator.security-log-lines", 10, 0, 10_000)
            .means(
                    "Lines a second that the security log has of each listener and reason; the next one tells how many were"
                            + " left out. 0: no security log. Both listeners.")
            .asked());

    public static final Setting<SyncPolicy> SYNC = list(Setting.of(
                    "journal.sync",
                    SyncPolicy.ALWAYS.toString(),
                    "always, interval=<1 to " + SyncPolicy.MAX_INTERVAL_MS + " ms> or none",
                    SyncPolicy::parse)
            .means("always: on disk before the answer. interval=<ms>: a power cut loses at most so much."
                    + " none: the system decides.")
            .to((contexts, value) -> contexts.engine().journal().syncPolicy(value)));

    public static final Setting<Long> FILE_BYTES = list(bytes(
                    "journal.file-bytes",
                    JournalContext.FILE_BYTES_DEFAULT,
                    Frame.MAX_LENGTH + JournalContext.OVERHEAD_BYTES,
                    JournalContext.FILE_BYTES_MAX)
            .means("Size of a journal file; the next one is reserved ahead.")
            .to((contexts, value) -> contexts.engine().journal().fileBytes(value)));

    public static final Setting<Long> LOW_WATER_BYTES = list(bytes(
                    "journal.low-water-bytes",
                    JournalContext.LOW_WATER_BYTES_DEFAULT,
                    JournalContext.LOW_WATER_BYTES.least(),
                    JournalContext.LOW_WATER_BYTES.most())
            .means("With less free on the disk no booking and no other change is taken, reads go on. 0: no check.")
            .to((contexts, value) -> contexts.engine().journal().lowWaterBytes(value)));

    public static final Setting<Long> CACHED_BYTES = list(bytes(
                    "journal.cached-bytes",
                    JournalContext.CACHED_BYTES_DEFAULT,
                    JournalContext.CACHED_BYTES.least(),
                    JournalContext.CACHED_BYTES.most())
            .means("So much of the newest full journal files the system should keep in memory, for lookups; the"
                    + " rest is read from the disk, and its memory serves the next files. 0: all that the"
                    + " system likes to keep.")
            .to((contexts, value) -> contexts.engine().journal().cachedBytes(value)));

    public static final Setting<Long> JOURNAL_KEPT_MS = list(days(
                    "journal.retention-days",
                    ENGINE.journalKeptMs() / 86_400_000,
                    EngineContext.JOURNAL_KEPT_MS.least() / 86_400_000,
                    EngineContext.JOURNAL_KEPT_MS.most() / 86_400_000)
            .means("Entries are kept for this time at least; then their files are removed after a snapshot, never"
                    + " what the oldest kept snapshot needs. 0: for ever. docs/run.md says what a shortened"
                    + " journal can't do any more.")
            .to((contexts, value) -> contexts.engine().journalKeptMs(value)));

    public static final Setting<ZoneId> TIME_ZONE =
            list(Setting.of("ledger.time-zone", LEDGER.timeZone(), "a time zone like UTC or Europe/Vienna", ZoneId::of)
                    .means("Whose days, weeks and months limits go by. After a change the current ones end"
                            + " as they would have; the log says when.")
                    .to(ledger((ledger, value) -> ledger.timeZone(value.getId()))));

    public static final Setting<Long> SESSION_IDLE_MS =
            list(seconds("ledger.session-idle-seconds", LEDGER.sessionIdleMs() / 1_000, 1, 31_622_400)
                    .means("A session ends when it wasn't used for this time.")
                    .to(ledger(LedgerSettings::sessionIdleMs)));

    public static final Setting<Long> SESSION_MAX_AGE_MS =
            list(seconds("ledger.session-max-age-seconds", LEDGER.sessionMaxAgeMs() / 1_000, 1, 31_622_400)
                    .means("A session ends after this time at the latest.")
                    .to(ledger(LedgerSettings::sessionMaxAgeMs)));

    public static final Setting<Integer> SESSIONS_PER_PLAYER = list(whole(
                    "ledger.max-sessions-per-player",
                    LEDGER.sessionsPerPlayer(),
                    1,
                    LedgerSettings.MOST_SESSIONS_PER_PLAYER)
            .means("With so many sessions, opening another one closes the player's oldest.")
            .to(ledger(LedgerSettings::sessionsPerPlayer)));

    public static final Setting<Long> LAUNCH_CODE_TTL_MS =
            list(seconds("ledger.launch-code-ttl-seconds", 300, 1, LaunchCode.MAX_TTL_SECONDS)
                    .means("A launch code lives this long when its request doesn't say.")
                    .asked());

    public static final Setting<Long> LIMIT_RAISE_DELAY_MS =
            list(seconds("ledger.limit-raise-delay-seconds", LEDGER.limitRaiseDelayMs() / 1_000, 0, 31_622_400)
                    .means("A raised or removed limit takes effect after this time. 0: at once.")
                    .to(ledger(LedgerSettings::limitRaiseDelayMs)));

    public static final Setting<Boolean> REFUSE_ROLLBACK_AFTER_PAYOUT = list(either(
                    "ledger.rollback-after-payout", "reverse", "refuse", "reverse or refuse")
            .means("Rollback of a debit that a credit paid out. reverse: gives it back. refuse: duplicate_mismatch.")
            .to(ledger(LedgerSettings::refuseRollbackAfterPayout)));

    public static final Setting<Integer> RING_CAPACITY = list(whole(
                    "engine.ring-capacity",
                    ENGINE.ringCapacity(),
                    EngineContext.RING_CAPACITY.least(),
                    EngineContext.RING_CAPACITY.most())
            .means("Requests under way; beyond them the answer is unavailable.")
            .to((contexts, value) -> contexts.engine().ringCapacity(value)));

    public static final Setting<Long> IN_FLIGHT_BYTES = list(bytesOrAuto(
                    "engine.in-flight-bytes",
                    JVM.forRequestsUnderWay(),
                    JVM.words(),
                    EngineContext.IN_FLIGHT_BYTES.least(),
                    EngineContext.IN_FLIGHT_BYTES.most())
            .means(
                    "Bytes of requests under way; beyond them the answer is unavailable. auto: a quarter of the JVM's heap, at most"
                            + " 256 MiB.")
            .to((contexts, value) -> contexts.engine().inFlightBytes(value)));

    public static final Setting<Long> LONGEST_CLOCK_STEP_MS = list(seconds(
                    "engine.max-clock-jump-seconds",
                    ENGINE.longestClockStepMs() / 1_000,
                    EngineContext.LONGEST_CLOCK_STEP_MS.least() / 1_000,
                    EngineContext.LONGEST_CLOCK_STEP_MS.most() / 1_000)
            .means("Bookings don't follow a clock that steps ahead by more than this while the service runs, until"
                    + " an operator confirms it. 0: any step is followed.")
            .to((contexts, value) -> contexts.engine().longestClockStepMs(value)));

    public static final Setting<Long> TABLE_MEMORY_BYTES = list(bytesOrAuto(
                    "engine.table-memory-bytes",
                    MACHINE.forTables(Runtime.getRuntime().maxMemory()),
                    Quantity.BYTES.show(MACHINE.bytes()) + " of memory",
                    MachineMemory.LEAST_TABLE_BYTES,
                    1L << 50)
            .means(
                    "Memory for tables, about 78 bytes for each transaction id and 204 for each player; beyond it bookings"
                            + " are refused and reads go on. auto: what the machine or its control group has, less a quarter for"
                            + " the heap, an eighth for the system and 768 MiB for buffers and the JVM.")
            .to((contexts, value) -> contexts.engine().tableMemoryBytes(value)));

    public static final Setting<Long> SNAPSHOT_TRANSACTIONS = list(whole(
                    "snapshot.every-transactions",
                    ENGINE.snapshotEveryTransactions(),
                    EngineContext.SNAPSHOT_EVERY_TRANSACTIONS.least(),
                    EngineContext.SNAPSHOT_EVERY_TRANSACTIONS.most())
            .means("A snapshot bounds how much a restart replays. One is taken after so many new transactions, but not"
                    + " before the last one is over for three times as long as it took; and at a graceful stop. 0: none"
                    + " at all.")
            .to((contexts, value) -> contexts.engine().snapshotEveryTransactions(value)));

    public static final Setting<Long> SNAPSHOT_MS = list(seconds(
                    "snapshot.every-seconds",
                    ENGINE.snapshotEveryMs() / 1_000,
                    EngineContext.SNAPSHOT_EVERY_MS.least() / 1_000,
                    EngineContext.SNAPSHOT_EVERY_MS.most() / 1_000)
            .means("A snapshot is taken after this time at the latest, when anything was booked.")
            .to((contexts, value) -> contexts.engine().snapshotEveryMs(value)));

    public static final Setting<Integer> SNAPSHOTS_KEPT = list(whole(
                    "snapshot.keep",
                    ENGINE.snapshotsKept(),
                    EngineContext.SNAPSHOTS_KEPT.least(),
                    EngineContext.SNAPSHOTS_KEPT.most())
            .means("How many snapshots are kept.")
            .to((contexts, value) -> contexts.engine().snapshotsKept(value)));

    static {
        LISTED.addAll(BackupSettings.ALL);
        LISTED.addAll(ClusterSettings.ALL);
    }

    /** All of them. */
    public static final List<Setting<?>> ALL = List.copyOf(LISTED);

    private Settings() {}

    private static <T> Setting<T> list(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }

    private static Setting<Optional<Path>> certificate(String listener, Function<Contexts, HttpContext> context) {
        return list(SettingForms.optionalFile(listener + ".tls-certificate")
                .means("The listener's certificate and those that lead to its authority, PEM. With it " + listener
                        + ".listen speaks TLS 1.2 and 1.3 and nothing else.")
                .readAgain()
                .to((contexts, value) -> context.apply(contexts).certificate(value)));
    }

    private static Setting<Optional<Path>> certificateKey(String listener, Function<Contexts, HttpContext> context) {
        return list(SettingForms.optionalFile(listener + ".tls-key")
                .means("The certificate's private key: PEM, PKCS#8, not encrypted.")
                .readAgain()
                .to((contexts, value) -> context.apply(contexts).certificateKey(value)));
    }

    private static Setting<Optional<Path>> clientAuthorities(String listener, Function<Contexts, HttpContext> context) {
        return list(SettingForms.optionalFile(listener + ".tls-client-authorities")
                .means(
                        "Certificates, PEM. With them every client must show a certificate that one of them has signed, or that"
                                + " is among them.")
                .readAgain()
                .to((contexts, value) -> context.apply(contexts).clientAuthorities(value)));
    }

    private static void data(Contexts contexts, Path value) {
        contexts.engine().dataDirectory(value);
        contexts.cluster().dataDirectory(value);
        contexts.backup().data(value);
    }

    /** A request waits for the journal a little less, so that its caller hears in time that nothing was booked. */
    private static void deadline(Contexts contexts, long ms) {
        contexts.platform().replyDeadlineMs(ms);
        contexts.operator().replyDeadlineMs(ms);
        contexts.engine().nextFilePatienceMs(ms * 4 / 5);
    }
}

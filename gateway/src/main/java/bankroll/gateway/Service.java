package bankroll.gateway;

import bankroll.cluster.AeronLog;
import bankroll.cluster.ClusterContext;
import bankroll.cluster.LeftLog;
import bankroll.engine.DataDirectory;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.gateway.api.operator.Reloaded;
import bankroll.gateway.api.platform.BookTransactions.DecidedCounts;
import bankroll.gateway.api.platform.PlatformApi;
import bankroll.gateway.api.platform.SignatureAdmission.RateLimits;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.backup.BackupContext;
import bankroll.gateway.backup.BackupSchedule;
import bankroll.gateway.backup.BackupStatus;
import bankroll.gateway.config.ClusterSettings;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConnectionSettings;
import bankroll.gateway.config.Contexts;
import bankroll.gateway.config.FileDescriptors;
import bankroll.gateway.config.Settings;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.ops.Readiness;
import bankroll.gateway.ops.RequestMetrics;
import bankroll.gateway.ops.RequestMetrics.Listener;
import bankroll.gateway.trace.Refusals;
import bankroll.gateway.trace.Refusals.SecurityLog;
import bankroll.journal.JournalContext.SyncPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Engine and both listeners, wired: the way from the configuration to a running service. Any thread. */
public final class Service implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);
    private static final long DRAIN_LIMIT_MS = 10_000;
    private static final long LOOK_MS = 10;
    /** An event loop that has not turned for so long keeps callers waiting: others should have them. */
    private static final long SILENT_LIMIT_MS = 1_000;
    /** One that has not turned for so long never will: a new process helps. */
    private static final long STUCK_MS = 10_000;

    private final Configuration configuration;
    private final EngineContext options;
    private final Supplier<EngineContext> engines;
    private final Readiness readiness;
    private final DecidedCounts decided = new DecidedCounts();
    private final FileDescriptors.Bounds connections;
    private final SecurityLog securityLog;
    private final SigningKeys keys;
    private final RateLimits limits;
    private final OperatorGateway operator;
    private final AeronLog cluster;
    /** The options of the engine that is being launched. */
    private volatile EngineContext launched;

    private volatile Engine engine;
    private volatile HttpListener platform;
    private volatile BackupSchedule backups;

    private Service(
            Configuration configuration, EngineContext options, AeronLog cluster, Supplier<EngineContext> engines)
            throws IOException {
        this.configuration = configuration;
        this.options = options;
        this.launched = options;
        this.engines = engines;
        this.cluster = cluster;
        this.readiness = new Readiness(
                this::start, () -> obstacle(Obstacle::stopsReads), () -> obstacle(Obstacle::refusesBookings));
        this.connections = FileDescriptors.ofThisProcess()
                .share(new FileDescriptors.Bounds(
                        configuration.get(ConnectionSettings.MAX_CONNECTIONS),
                        configuration.get(Settings.OPERATOR_MAX_CONNECTIONS)));
        this.securityLog = new SecurityLog(configuration.get(Settings.SECURITY_LOG_LINES), options.clock());
        this.keys = new SigningKeys(configuration.platforms(), configuration.get(Settings.SIGNATURE_TOLERANCE_SECONDS));
        this.limits = new RateLimits(configuration.platforms());
        this.operator = OperatorGateway.start(configuration, options, readiness, connections.operator(), securityLog);
    }

    /**
     * Recovers, listens, and is ready when this returns.
     *
     * @param version of the software, recorded in the journal and shown to the operator
     * @throws IOException when an address can't be had
     */
    public static Service start(Configuration configuration, String version) throws IOException {
        return start(configuration, version, options -> {});
    }

    /**
     * As {@link #start(Configuration, String)}, with options of the engine that no configuration has: its journal, and its
     * clock, by which the listeners go too. For tests and simulation.
     */
    public static Service start(Configuration configuration, String version, Consumer<EngineContext> more)
            throws IOException {
        Contexts contexts = configuration.contexts();
        EngineContext options = contexts.engine().softwareVersion(version);
        AeronLog cluster =
                configuration.get(ClusterSettings.MEMBERS).isEmpty() ? null : join(contexts.cluster(), options);
        more.accept(options);
        Service service = new Service(configuration, options, cluster, () -> {
            EngineContext another = configuration.contexts().engine().softwareVersion(version);
            more.accept(another);
            return another;
        });
        try {
            service.open();
            return service;
        } catch (IOException | RuntimeException | Error e) {
            service.abandon();
            throw e;
        }
    }

    /** Replies wait for most nodes, and this node's own journal is forced at marks. */
    private static AeronLog join(ClusterContext members, EngineContext options) {
        AeronLog log = new AeronLog(members.degradation(options.degradation()));
        options.log(log).journal().syncPolicy(SyncPolicy.NONE);
        return log;
    }

    private void open() throws IOException {
        name(configuration);
        leaveLog();
        RequestMetrics requests = RequestMetrics.platform(decided::name);
        engine = Engine.launchApart(options);
        boolean isNew = engine.hashKey() == null;
        if (isNew) {
            engine.join();
            awaitLedger();
        }
        PlatformApi api = platformApi();
        platform = HttpListener.start(
                configuration
                        .contexts()
                        .platform()
                        .maxConnections(connections.platform())
                        .observer(requests)
                        .doorkeeper((why, client) -> api.refusals().refused(why.label(), client, null)),
                api::routes);
        operator.backups(this::backupStatus);
        operator.cluster(cluster);
        operator.serve(engine, readiness, new Listener(requests, platform::counters), api);
        if (!isNew) {
            engine.join();
        }
        readiness.open();
        BackupContext backup = configuration.contexts().backup();
        if (backup.isAskedFor()) {
            backups = BackupSchedule.begin(backup, options.degradation(), options.clock());
        }
    }

    /** A node that is none of a cluster any more may have acknowledged what its journal lacks. */
    private void leaveLog() {
        boolean hasLog = new DataDirectory(options.dataDirectory()).hasLog();
        if (cluster == null && hasLog) {
            LeftLog.bring(configuration.contexts().cluster(), () -> launched = engines.get());
            launched = options;
        }
    }

    /** Platforms are told by name in their order here, before one of them calls. */
    private void name(Configuration known) {
        known.platforms().forEach(platform -> decided.name(platform.name()));
    }

    /** Nobody's ids can be told before the first entry of a new cluster says by which key. */
    private void awaitLedger() throws IOException {
        try {
            while (engine.hashKey() == null) {
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the start was interrupted");
        }
    }

    /** How far the start is. */
    private String start() {
        String waitsFor = cluster == null ? "" : cluster.waitsFor();
        if (!waitsFor.isEmpty()) {
            return "a new log begins when all nodes are there; it waits for " + waitsFor;
        }
        Engine recovered = engine;
        boolean waits = recovered != null && recovered.hashKey() == null;
        return waits
                ? "it waits for the other nodes of its cluster"
                : launched.recovery().standing().words();
    }

    private BackupStatus backupStatus() {
        return backups == null ? BackupStatus.NONE : backups.status();
    }

    /** Where platforms call, base path included. */
    public String platformUrl() {
        boolean isSecure = configuration.get(Settings.PLATFORM_CERTIFICATE).isPresent();
        return configuration.get(Settings.PLATFORM_LISTEN).url(platform.address(), isSecure)
                + configuration.get(Settings.BASE_PATH);
    }

    /** Where operators call. */
    public String operatorUrl() {
        return operator.url();
    }

    /**
     * Takes platforms, secrets, rate limits, tokens and certificates anew, all or none of them; the rest waits for the
     * next start.
     */
    public void reload(Configuration fresh) {
        Contexts contexts = fresh.contexts();
        Runnable platformCertificate = platform.certificateRenewal(contexts.platform());
        Runnable operatorCertificate = operator.certificateRenewal(contexts.operator());
        // the last that may refuse
        keys.replace(fresh.platforms());
        platformCertificate.run();
        operatorCertificate.run();
        limits.replace(fresh.platforms());
        name(fresh);
        operator.reload(fresh);
        if (backups != null) {
            backups.secrets(fresh.secrets());
        }
        operator.reloads().taken();
    }

    /** The configuration was read again and can't be used: all stays as it was. */
    public void reloadRefused() {
        operator.reloads().refused();
    }

    /**
     * Who reads the configuration again when an operator asks for it; given the token's name, tells what came of it. Called on
     * a thread of its own.
     */
    public void onReload(Function<String, Reloaded> reader) {
        operator.onReload(reader);
    }

    /** The engine, for who books in this process: a benchmark. */
    public Engine engine() {
        return engine;
    }

    /** The configuration that it was started with. */
    public Configuration configuration() {
        return configuration;
    }

    /**
     * Has another node of its cluster lead, if there is one. Says that it stops, for the drain's grace while all goes on; then
     * stops accepting, answers what is under way, syncs and closes.
     */
    @Override
    public void close() throws InterruptedException {
        handOver();
        readiness.drain();
        awaitGrace();
        if (backups != null) {
            backups.close();
        }
        platform.drain(DRAIN_LIMIT_MS);
        operator.drain(DRAIN_LIMIT_MS);
        engine.close();
        platform.close();
        operator.close();
    }

    /** The others needn't find out that this node is gone. */
    private void handOver() throws InterruptedException {
        if (cluster != null) {
            cluster.handOverToEnd().ifPresent(why -> LOG.info("This node ends without handing over: {}", why));
        }
    }

    /**
     * Clients are sent away when a load balancer has had half of the time to turn away: before, they would come back. An
     * interrupt means that its end isn't waited for.
     */
    private void awaitGrace() {
        long graceMs = configuration.get(Settings.DRAIN_GRACE_MS);
        try {
            Thread.sleep(graceMs / 2);
            platform.sendAway();
            Thread.sleep(graceMs - graceMs / 2);
        } catch (InterruptedException hurried) {
            LOG.info("The drain's grace is cut short");
        }
    }

    /** The start failed: closes what had begun. */
    private void abandon() {
        if (platform != null) {
            platform.close();
        }
        if (engine != null) {
            engine.close();
        }
        operator.close();
    }

    /** The platform's API before the engine, by its clock. */
    private PlatformApi platformApi() {
        return new PlatformApi(
                configuration.get(Settings.BASE_PATH),
                keys,
                limits,
                engine::submit,
                configuration.get(Settings.RING_CAPACITY),
                engine.hashKey(),
                new Refusals("platform", securityLog),
                options.clock(),
                decided);
    }

    /**
     * Whether all event loops of the platforms' listener turn. A disk that hangs stops none of them, and a new process would
     * wait for it, too; the operators' look at the disk for the metrics.
     */
    public boolean isTurning() {
        return platform.counters().silentMs() < STUCK_MS;
    }

    /** What stands in the way of these calls, or null. */
    private String obstacle(Predicate<Obstacle> ofThem) {
        String ofEngine = engineObstacle(ofThem);
        long silentMs = platform == null ? 0 : platform.counters().silentMs();
        String ofLoop = silentMs < SILENT_LIMIT_MS
                ? null
                : "an event loop of the platforms' listener has not turned for " + silentMs + " ms";
        String found = both(ofEngine, ofLoop);
        return found == null || cluster == null
                ? found
                : found + "; " + cluster.status().words();
    }

    private static String both(String first, String second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first + "; " + second;
    }

    private String engineObstacle(Predicate<Obstacle> ofThem) {
        return engine.status().obstacles().stream()
                .filter(ofThem)
                .map(Obstacle::words)
                .reduce(Service::both)
                .orElse(null);
    }
}

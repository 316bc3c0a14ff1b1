package bankroll.gateway;

import bankroll.cluster.AeronLog;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.Recovery;
import bankroll.gateway.api.ApiDocument;
import bankroll.gateway.api.operator.ClusterCalls;
import bankroll.gateway.api.operator.OperatorApi;
import bankroll.gateway.api.operator.OperatorContext;
import bankroll.gateway.api.operator.Reloaded;
import bankroll.gateway.api.platform.BookTransactions.DecidedCounts;
import bankroll.gateway.api.platform.PlatformApi;
import bankroll.gateway.backup.BackupStatus;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.Settings;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.Json;
import bankroll.gateway.ops.LedgerProbe;
import bankroll.gateway.ops.MetricsPage;
import bankroll.gateway.ops.OpsApi;
import bankroll.gateway.ops.Readiness;
import bankroll.gateway.ops.ReloadCounts;
import bankroll.gateway.ops.RequestMetrics;
import bankroll.gateway.ops.RequestMetrics.Listener;
import bankroll.gateway.trace.Refusals;
import bankroll.gateway.trace.Refusals.SecurityLog;
import bankroll.journal.reading.JournalDirectory;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The operator's listener: health from the first moment, so that a long recovery can be watched; the operator API and
 * all figures once the engine runs. The starting thread sets it up; {@link #reload} is for any thread.
 */
final class OperatorGateway implements AutoCloseable {
    private final Configuration configuration;
    private final String version;
    private final RequestMetrics requests = RequestMetrics.operator();
    private final Refusals refusals;
    private final OperatorContext context = new OperatorContext();
    private final Recovery.Progress recovery;
    private final ReloadCounts reloads = new ReloadCounts();
    private HttpListener listener;
    private AeronLog cluster;

    private OperatorGateway(Configuration configuration, EngineContext engine, SecurityLog log) {
        this.recovery = engine.recovery();
        this.configuration = configuration;
        this.version = engine.softwareVersion();
        this.refusals = new Refusals("operator", log);
        context.version(version)
                .refusals(refusals)
                .wrongTokensPerMinute(configuration.get(Settings.WRONG_TOKENS_PER_MINUTE))
                .clockMs(engine.clock())
                .launchCodeTtlMs(configuration.get(Settings.LAUNCH_CODE_TTL_MS))
                .parties(configuration);
    }

    /**
     * Listens and tells its health; all else isn't there yet.
     *
     * @param maxConnections what descriptors and heap allow
     * @throws IOException when the address can't be had
     */
    static OperatorGateway start(
            Configuration configuration, EngineContext engine, Readiness readiness, int maxConnections, SecurityLog log)
            throws IOException {
        OperatorGateway gateway = new OperatorGateway(configuration, engine, log);
        MetricsPage metrics = gateway.metrics();
        gateway.listener = HttpListener.start(
                configuration
                        .contexts()
                        .operator()
                        .maxConnections(maxConnections)
                        .observer(gateway.requests)
                        .doorkeeper((why, client) -> gateway.refusals.refused(why.label(), client, null)),
                eventLoop -> {
                    Routes routes = new Routes().unavailable("/operator/", "the service is starting");
                    new OpsApi(readiness, OpsApi.NOTHING, metrics, () -> {}).addTo(routes);
                    ApiDocument.addTo(routes, "operator.yaml", "/");
                    return routes;
                });
        return gateway;
    }

    /** How the scheduled backups stand; before {@link #serve}. */
    void backups(Supplier<BackupStatus> status) {
        context.backups(status);
    }

    /** This node's place among others, null for a single node; before {@link #serve}. */
    void cluster(AeronLog member) {
        context.cluster(member)
                .journal(new JournalDirectory(configuration.get(Settings.DATA).resolve(EngineContext.JOURNAL)));
        cluster = member;
    }

    /** The engine has recovered: from now on everything is served. */
    void serve(Engine engine, Readiness readiness, Listener platform, PlatformApi platforms) {
        LedgerProbe<Answer.Counts> counts = new LedgerProbe<>(engine::submit, CommandType.COUNTS, Answer.Counts.class);
        LedgerProbe<Answer.TrialBalance> books =
                new LedgerProbe<>(engine::submit, CommandType.TRIAL_BALANCE, Answer.TrialBalance.class);
        Runnable askAgain = () -> {
            counts.ask();
            books.ask();
        };
        MetricsPage metrics = metrics(engine, platform).counts(counts).books(books);
        addCallers(platforms, metrics);
        context.engine(engine);
        listener.reroute(eventLoop -> {
            Routes routes = new Routes();
            new OpsApi(readiness, standing(engine), metrics, askAgain).addTo(routes);
            OperatorApi.addTo(routes, context, eventLoop);
            ApiDocument.addTo(routes, "operator.yaml", "/");
            return routes;
        });
    }

    /** A single node has nothing to add to being ready. */
    private Json.Content standing(Engine engine) {
        return cluster == null
                ? OpsApi.NOTHING
                : json -> {
                    json.writeObjectFieldStart("cluster");
                    ClusterCalls.write(cluster.status(), engine.status(), json);
                    json.writeEndObject();
                };
    }

    /** What can be told from the first moment. */
    private MetricsPage metrics() {
        return new MetricsPage(version)
                .recovery(recovery::standing)
                .directory(configuration.get(Settings.DATA))
                .gauge(
                        "bankroll_disk_low_water_bytes",
                        "With less room than this left on the disk of the data directory bookings are refused",
                        () -> configuration.get(Settings.LOW_WATER_BYTES))
                .gauge(
                        "bankroll_engine_requests_allowed",
                        "Requests that may be in the command ring or behind it; one more is refused as busy",
                        () -> configuration.get(Settings.RING_CAPACITY));
    }

    /** What can be told besides once the engine runs. */
    private MetricsPage metrics(Engine engine, Listener platform) {
        MetricsPage page = metrics()
                .engine(engine::status)
                .distributions(engine)
                .reloads(reloads)
                .listeners(platform, new Listener(requests, listener::counters))
                .backups(context.backups(), context.clockMs());
        return cluster == null ? page : page.cluster(cluster::status);
    }

    /** What was decided for platforms, who was let in and who was turned away. */
    private void addCallers(PlatformApi platforms, MetricsPage page) {
        DecidedCounts decided = platforms.decided();
        page.counter(
                        "bankroll_transactions_answered",
                        "Transactions answered, re-sent ones too, by platform, type and status",
                        List.of("platform", "type", "status"),
                        decided::answered)
                .counter(
                        "bankroll_transactions_booked",
                        "Transactions that moved money, by platform and type",
                        List.of("platform", "type"),
                        decided::booked)
                .counter(
                        "bankroll_anomalies",
                        "What an auditor should see, by platform and kind",
                        List.of("platform", "kind"),
                        decided::anomalies)
                .counter(
                        "bankroll_refused",
                        "Callers turned away, by listener and reason",
                        List.of("listener", "reason"),
                        () -> Refusals.counts(platforms.refusals(), refusals))
                .counter(
                        "bankroll_signatures",
                        "Requests with a good signature, by platform and key; config shows each key's id",
                        List.of("platform", "key"),
                        platforms.keys()::uses);
    }

    /** See {@link HttpListener#certificateRenewal}. */
    Runnable certificateRenewal(HttpContext fresh) {
        return listener.certificateRenewal(fresh);
    }

    /** Takes tokens and platforms anew. */
    void reload(Configuration fresh) {
        context.parties(fresh);
    }

    /** How often the configuration was read again. */
    ReloadCounts reloads() {
        return reloads;
    }

    /** Who reads the configuration again when an operator asks. */
    void onReload(Function<String, Reloaded> reader) {
        context.reload(reader);
    }

    /** Where it listens, with the port it really got. */
    InetSocketAddress address() {
        return listener.address();
    }

    String url() {
        boolean isSecure = configuration.get(Settings.OPERATOR_CERTIFICATE).isPresent();
        return configuration.get(Settings.OPERATOR_LISTEN).url(address(), isSecure);
    }

    boolean drain(long timeoutMs) throws InterruptedException {
        return listener.drain(timeoutMs);
    }

    @Override
    public void close() {
        listener.close();
    }
}

package bankroll.bench.hold;

import bankroll.engine.Engine;
import bankroll.gateway.api.operator.OperatorApi;
import bankroll.gateway.api.operator.OperatorContext;
import bankroll.gateway.api.platform.BookTransactions.DecidedCounts;
import bankroll.gateway.api.platform.PlatformApi;
import bankroll.gateway.api.platform.SignatureAdmission.RateLimits;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.ConfigurationSources.Flag;
import bankroll.gateway.config.Contexts;
import bankroll.gateway.config.Settings;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.http.Routes;
import bankroll.gateway.ops.LedgerProbe;
import bankroll.gateway.ops.MetricsPage;
import bankroll.gateway.ops.OpsApi;
import bankroll.gateway.ops.Readiness;
import bankroll.gateway.ops.RequestMetrics;
import bankroll.gateway.ops.RequestMetrics.Listener;
import bankroll.gateway.trace.Refusals;
import bankroll.gateway.trace.Refusals.SecurityLog;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Engine and both listeners as the service wires them, but in this process and with a watch on each event loop. */
final class HeldLoops implements AutoCloseable {
    private final Configuration configuration;
    private final Engine engine;
    private final Side platform;
    private final Side operator;

    /** One listener, and the watch on its loop. */
    record Side(HttpListener listener, LoopWatch watch) {
        InetSocketAddress address() {
            return listener.address();
        }
    }

    /**
     * Serves.
     *
     * @param secrets of the one platform, with spaces between them
     * @param token of the one operator
     */
    HeldLoops(Path data, String secrets, String token) throws IOException {
        List<Flag> flags = List.of(
                new Flag("data", "--data", data.toString()),
                new Flag("init", "--init", "true"),
                new Flag("platform.listen", "--listen", "127.0.0.1:0"),
                new Flag("operator.listen", "--operator-listen", "127.0.0.1:0"),
                new Flag("journal.sync", "--sync", "none"));
        Map<String, String> environment = Map.of("BANKROLL_PLATFORM_SECRET", secrets, "BANKROLL_OPERATOR_TOKEN", token);
        configuration = ConfigurationLoader.load(
                new ConfigurationSources(flags, environment, Optional.empty(), AddedParties.NONE));
        Contexts contexts = configuration.contexts();
        engine = Engine.launch(contexts.engine().softwareVersion("bench"));
        PlatformApi platforms = platformApi();
        RequestMetrics requests = RequestMetrics.platform(UnaryOperator.identity());
        platform = side(watch -> HttpListener.start(contexts.platform().observer(requests), loop -> {
            watch.on(loop);
            return platforms.routes(loop);
        }));
        operator = side(watch -> HttpListener.start(contexts.operator(), loop -> {
            watch.on(loop);
            return operatorRoutes(loop, requests);
        }));
    }

    @FunctionalInterface
    private interface Start {
        HttpListener with(LoopWatch watch) throws IOException;
    }

    private static Side side(Start start) throws IOException {
        LoopWatch watch = new LoopWatch();
        HttpListener listener = start.with(watch);
        watch.start();
        return new Side(listener, watch);
    }

    private PlatformApi platformApi() {
        return new PlatformApi(
                configuration.get(Settings.BASE_PATH),
                new SigningKeys(configuration.platforms(), configuration.get(Settings.SIGNATURE_TOLERANCE_SECONDS)),
                new RateLimits(configuration.platforms()),
                engine::submit,
                configuration.get(Settings.RING_CAPACITY),
                engine.hashKey(),
                new Refusals("platform", new SecurityLog(0, System::currentTimeMillis)),
                System::currentTimeMillis,
                new DecidedCounts());
    }

    private Routes operatorRoutes(EventLoop loop, RequestMetrics requests) {
        Routes routes = new Routes();
        LedgerProbe<Answer.Counts> counts = new LedgerProbe<>(engine::submit, CommandType.COUNTS, Answer.Counts.class);
        MetricsPage page = new MetricsPage("bench")
                .engine(engine::status)
                .distributions(engine)
                .counts(counts)
                .listeners(new Listener(requests, () -> platform == null ? null : platform.listener.counters()))
                .directory(configuration.get(Settings.DATA));
        Readiness readiness = new Readiness(() -> null, () -> null, () -> null);
        readiness.open();
        new OpsApi(readiness, OpsApi.NOTHING, page, counts::ask).addTo(routes);
        OperatorApi.addTo(routes, new OperatorContext().engine(engine).parties(configuration), loop);
        return routes;
    }

    Side platform() {
        return platform;
    }

    Side operator() {
        return operator;
    }

    @Override
    public void close() {
        platform.listener.close();
        operator.listener.close();
        engine.close();
    }

    /**
     * Comes round with each turn of an event loop and notes how much processor time its thread has used since the turn before:
     * so long nobody else was served. Time in which other programs had the processor doesn't count. Any thread asks.
     */
    static final class LoopWatch {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private EventLoop loop;
        private long lastNs;
        private long longestNs;
        private long startNs;

        /** Known as soon as its listener makes it. */
        private void on(EventLoop made) {
            loop = made;
        }

        /** Begins to watch. */
        void start() {
            onLoop(() -> lastNs = THREADS.getCurrentThreadCpuTime());
            loop.execute(this::turn);
        }

        private void turn() {
            long nowNs = THREADS.getCurrentThreadCpuTime();
            longestNs = Math.max(longestNs, nowNs - lastNs);
            lastNs = nowNs;
            // not at once: the loop looks at its sockets before
            loop.schedule(this::turn, 1, TimeUnit.NANOSECONDS);
        }

        /** Forgets what was. */
        void reset() {
            onLoop(() -> {
                longestNs = 0;
                lastNs = THREADS.getCurrentThreadCpuTime();
                startNs = lastNs;
                return null;
            });
        }

        /** The longest turn since the reset, in nanoseconds of processor time. */
        long longestNs() {
            // the turn that answers may not be over
            return onLoop(() -> Math.max(longestNs, THREADS.getCurrentThreadCpuTime() - lastNs));
        }

        /** Processor time of the loop since the reset, its own empty turns among it, in nanoseconds. */
        long usedNs() {
            return onLoop(() -> THREADS.getCurrentThreadCpuTime() - startNs);
        }

        private <T> T onLoop(Callable<T> action) {
            return loop.submit(action).syncUninterruptibly().getNow();
        }
    }
}

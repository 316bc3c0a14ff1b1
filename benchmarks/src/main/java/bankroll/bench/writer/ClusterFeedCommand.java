package bankroll.bench.writer;

import bankroll.bench.play.PlayOptions;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.engine.Engine;
import bankroll.gateway.Service;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.Settings;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A node of {@code bench cluster}, as {@code serve} is with this environment. If it is the first that leads, it books by
 * itself, past HTTP, and writes what it measured beside its data directory. It goes on until it is told to stop.
 */
@Command(name = "cluster-feed", hidden = true)
public final class ClusterFeedCommand implements Callable<Integer> {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @Option(names = "--batch", required = true)
    private int batch;

    @Option(names = "--under-way", required = true)
    private int batchesUnderWay;

    @Option(names = "--players", required = true)
    private int players;

    @Option(names = "--warmup", required = true)
    private double warmup;

    @Option(names = "--duration", required = true)
    private double duration;

    @Mixin
    private PlayOptions play;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Configuration configuration = ConfigurationLoader.load(
                new ConfigurationSources(List.of(), System.getenv(), Optional.empty(), AddedParties.NONE));
        Service service = Service.start(configuration, "bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(service)));
        Engine engine = service.engine();
        while (!engine.status().isAccepting()) {
            LockSupport.parkNanos(LOOK_NS);
        }
        Path data = configuration.get(Settings.DATA);
        measure(engine, data.resolveSibling(data.getFileName() + ".json"));
        new CountDownLatch(1).await();
        return 0;
    }

    private void measure(Engine engine, Path result) throws IOException {
        EngineFeed feed = new EngineFeed(engine, play.workload("00000000", players, 1), batch, batchesUnderWay);
        feed.open();
        feed.run(warmup);
        Measurements measured = feed.run(duration);
        feed.check();
        Summary facts = new Summary()
                .put("bookings/s", measured.itemsPerSecond())
                .put("p99 us", measured.latencies().getValueAtPercentile(99) / 1_000)
                .put("longest us", measured.latencies().getValueAtPercentile(100) / 1_000)
                .put("entries", engine.status().sequence());
        Path unfinished = result.resolveSibling(result.getFileName() + ".part");
        new Report("cluster-feed").section("Feed", facts).writeJson(unfinished);
        Files.move(unfinished, result, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void close(Service service) {
        try {
            service.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

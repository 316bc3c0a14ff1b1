package bankroll.bench.writer;

import bankroll.bench.play.PlayOptions;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.engine.Engine;
import bankroll.engine.Request;
import bankroll.gateway.Service;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.Settings;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Books in a running engine from within its process, as an event loop would: so many batches are under way, and each is
 * compared with what must come of it when it is back. What makes and compares them takes its part of the processors, as a
 * client would. Use once; one thread.
 */
public final class EngineFeed {
    private static final int CALLERS = 64;

    private final Engine engine;
    private final Workload workload;
    private final int batch;
    private final PlayCommands commands;
    private final List<Batch> underWay;

    /** A request that its sender waits for. */
    private class Sent {
        final Semaphore back = new Semaphore(0);
        final Request request = new Request(published -> back.release());

        void send() {
            if (!engine.submit(request)) {
                throw refused();
            }
        }

        void await() {
            back.acquireUninterruptibly();
            if (request.isRefused()) {
                throw refused();
            }
        }

        private IllegalStateException refused() {
            return new IllegalStateException("the engine does not take it: " + request.refusal());
        }
    }

    /** A batch, and what must come of it. */
    private final class Batch extends Sent {
        private final PlayCommands.Expected expected = new PlayCommands.Expected();
        private long sentNs;

        private void begin() {
            expected.clear();
            commands.write(request, batch, expected);
            sentNs = System.nanoTime();
            send();
        }

        private void end(Measurements measured) {
            await();
            measured.record(System.nanoTime() - sentNs, batch);
            expected.compare(request);
        }
    }

    /**
     * Prepares.
     *
     * @param engine takes bookings, and has none of the workload's players
     * @param batch items of a request
     */
    EngineFeed(Engine engine, Workload workload, int batch, int batchesUnderWay) {
        this.engine = engine;
        this.workload = workload;
        this.batch = batch;
        commands = new PlayCommands(workload, engine.hashKey());
        underWay = Stream.generate(Batch::new).limit(batchesUnderWay).toList();
    }

    /** Opens all players. Each caller waits for each of its answers, so there are many. */
    void open() {
        int callers = Math.min(CALLERS, workload.players());
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            IntStream.range(0, callers)
                    .mapToObj(caller -> CompletableFuture.runAsync(() -> open(caller, callers), threads))
                    .toList()
                    .forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }

    private void open(int caller, int callers) {
        Sent sent = new Sent();
        new LedgerPopulation(workload, engine.hashKey(), sent.request, asked -> {
                    sent.send();
                    sent.await();
                })
                .open(part(caller, callers), part(caller + 1, callers), opened -> {});
    }

    private int part(int caller, int callers) {
        return (int) ((long) workload.players() * caller / callers);
    }

    /**
     * Sends for so long, and waits for what is under way then; a latency is from the engine's taking a batch until its answer
     * is back, as it should be.
     */
    Measurements run(double seconds) {
        Measurements measured = new Measurements();
        long beganNs = System.nanoTime();
        long lastNs = beganNs + Math.round(seconds * 1e9);
        underWay.forEach(Batch::begin);
        while (System.nanoTime() < lastNs) {
            for (Batch next : underWay) {
                next.end(measured);
                next.begin();
            }
        }
        underWay.forEach(last -> last.end(measured));
        measured.endRound(System.nanoTime() - beganNs);
        return measured;
    }

    /** Checks that the books are balanced and agree with the model. */
    void check() {
        Sent sent = new Sent();
        Request question = sent.request;
        int end = CommandHeader.put(
                question.frame(),
                Request.COMMAND_OFFSET,
                CommandType.TRIAL_BALANCE,
                1,
                Origin.operator(PlayCommands.PLATFORM));
        question.commandLength(end - Request.COMMAND_OFFSET);
        sent.send();
        sent.await();
        commands.check(question.answer(Answer.TrialBalance.class));
    }

    /**
     * A node of {@code bench cluster}, as {@code serve} is with this environment. If it is the first that leads, it books by
     * itself, past HTTP, and writes what it measured beside its data directory. It goes on until it is told to stop.
     */
    @Command(name = "cluster-feed", hidden = true)
    public static final class Node implements Callable<Integer> {
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
}

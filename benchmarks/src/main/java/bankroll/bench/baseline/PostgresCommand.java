package bankroll.bench.baseline;

import bankroll.bench.baseline.PostgresBinaries.MissingException;
import bankroll.bench.baseline.SqlLane.SqlPlayers;
import bankroll.bench.load.AnswerCounts;
import bankroll.bench.load.LoadRun;
import bankroll.bench.play.PlayOptions;
import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench baseline postgres}: exit code 0 when both were right throughout, 1 when not, 69 without PostgreSQL. */
@Command(
        name = "postgres",
        description = {
            "A private PostgreSQL (Debian's packages) and a service of our own make the same bookings, one after the other.",
            "PostgreSQL: schema and batch function of our best knowledge, called by JDBC, no HTTP, no signature.",
            "Bankroll: the service itself over signed HTTP. Both answer only what is on disk."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:both were right throughout",
            "1:a wrong answer, or it could not be finished",
            "2:misuse",
            "3:the Java heap is full",
            "69:no PostgreSQL is installed"
        },
        footer = {"", "Example:  ./bankroll bench baseline postgres --batches 500 --connections 8"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class PostgresCommand implements Callable<Integer> {
    private static final int UNAVAILABLE = 69;
    private static final String POSTGRES = "PostgreSQL";
    private static final String BANKROLL = "Bankroll";

    @Option(
            names = "--batches",
            split = ",",
            defaultValue = "1,50,500",
            description = "items of a request, each size measured by itself (default: ${DEFAULT-VALUE})")
    private List<Integer> batches;

    @Option(
            names = "--connections",
            split = ",",
            defaultValue = "64,16,8",
            description = "connections for each batch size, both systems (default: ${DEFAULT-VALUE})")
    private List<Integer> connections;

    @Option(names = "--only", description = "one of the two: postgres or bankroll (default: both)")
    private String only;

    @Option(names = "--players", defaultValue = "100000", description = "(default: ${DEFAULT-VALUE})")
    private int players;

    @Mixin
    private PlayOptions play;

    @Option(names = "--duration", defaultValue = "10", description = "measured seconds (default: ${DEFAULT-VALUE})")
    private double duration;

    @Option(names = "--warmup", defaultValue = "10", description = "seconds before (default: ${DEFAULT-VALUE})")
    private double warmup;

    @Option(names = "--dir", description = "where both get their directories (default: .build/bench)")
    private Path directory;

    @Option(names = "--json", description = "write the report as JSON")
    private Path json;

    private final List<Side> sides = new ArrayList<>();
    private final Summary about = new Summary();

    /** {@code bench baseline}: the same work in another system. */
    @Command(
            name = "baseline",
            description = "The same bookings in another system, checked alike, beside Bankroll.",
            footer = {"", "Example:  ./bankroll bench baseline postgres --help"},
            mixinStandardHelpOptions = true,
            subcommands = PostgresCommand.class,
            synopsisSubcommandLabel = "postgres")
    public static final class Baseline {}

    /**
     * What came of one system for one batch size.
     *
     * @param batch items of a request
     * @param connections that played
     * @param cpuSeconds processor time of the system while the clock ran
     */
    private record Side(
            String system,
            int batch,
            int connections,
            Measurements measurements,
            double cpuSeconds,
            AnswerCounts findings,
            boolean booksAgree) {
        private boolean isRight() {
            return findings.areClean() && booksAgree;
        }
    }

    @Override
    public Integer call() throws SQLException {
        check();
        if (directory == null) {
            directory = Scratch.defaultParent();
        }
        try {
            measure();
        } catch (MissingException e) {
            System.err.println("bankroll bench: " + e.getMessage());
            return UNAVAILABLE;
        }
        publish();
        return sides.stream().allMatch(Side::isRight) ? 0 : 1;
    }

    private void check() {
        require(batches.size() == connections.size(), "--batches and --connections must be as many");
        require(batches.stream().allMatch(size -> size >= 1 && size <= 500), "a batch has 1 to 500 items");
        require(connections.stream().allMatch(count -> count >= 1 && count <= 500), "connections are 1 to 500");
        require(only == null || List.of("postgres", "bankroll").contains(only), "--only is postgres or bankroll");
        require(duration > 0 && warmup >= 0, "--duration and --warmup are seconds");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private int mostConnections() {
        return connections.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }

    private void measure() throws SQLException {
        if ("bankroll".equals(only)) {
            eachSize(this::bankroll);
            return;
        }
        try (PostgresServer server = new PostgresServer(directory, mostConnections())) {
            eachSize((batch, streams) -> {
                postgres(server, batch, streams);
                if (!"postgres".equals(only)) {
                    bankroll(batch, streams);
                }
            });
        }
    }

    private interface Measuring {
        void of(int batch, int streams) throws SQLException;
    }

    private void eachSize(Measuring measuring) throws SQLException {
        for (int i = 0; i < batches.size(); i++) {
            measuring.of(batches.get(i), connections.get(i));
        }
    }

    private Workload workload(int streams) {
        return play.workload("0000ba5e", players, streams);
    }

    /** It runs for its own turn only. */
    private void postgres(PostgresServer server, int batch, int streams) throws SQLException {
        server.start();
        Workload workload = workload(streams);
        SqlPlayers sqlPlayers = new SqlPlayers(workload);
        try (Connection connection = server.connect()) {
            PostgresTables tables = new PostgresTables(connection);
            tables.make(sqlPlayers);
            long before = tables.total();
            try (PostgresRun run = new PostgresRun(server, workload, sqlPlayers, batch)) {
                run.run(warmup, duration);
                long total = tables.total();
                boolean booksAgree = total == run.total() && total == tables.totalByTransactions(before);
                add(new Side(
                        POSTGRES, batch, streams, run.measurements(), run.cpuSeconds(), run.findings(), booksAgree));
            }
            about.put("version", "PostgreSQL " + tables.version() + ", run as " + server.runsAs())
                    .put("bytes of a transaction on disk, batches of " + batch, tables.bytesPerTransaction());
        }
        server.stop();
    }

    /** Plays the same by {@code bench load}. */
    private void bankroll(int batch, int streams) {
        List<String> arguments = new ArrayList<>(play.arguments());
        arguments.addAll(List.of(
                "--max",
                "--sync=always",
                "--batch=" + batch,
                "--connections=" + streams,
                "--players=" + players,
                "--duration=" + duration,
                "--warmup=" + warmup));
        LoadRun run = LoadRun.measure(directory, workload(streams), arguments);
        add(new Side(
                BANKROLL,
                batch,
                streams,
                run.measurements(),
                run.serverCpuSeconds(),
                run.findings(),
                run.booksAgree()));
    }

    private void add(Side side) {
        sides.add(side);
        if (!side.isRight()) {
            AnswerCounts findings = side.findings();
            System.err.println(side.system() + " was wrong " + findings.wrongs() + " times, refused requests "
                    + findings.problems() + ", books " + (side.booksAgree() ? "agree" : "DON'T AGREE") + "; the first: "
                    + findings.samples());
        }
    }

    private void publish() {
        Summary settings = new Summary();
        PostgresServer.settings(mostConnections()).forEach(settings::put);
        new Report("bankroll bench baseline postgres")
                .section(
                        "Bankroll : PostgreSQL",
                        batches.stream().map(this::ratio).toList())
                .section("Figures", sides.stream().map(PostgresCommand::figures).toList())
                .section("Workload", workload())
                .section("Machine", MachineFacts.describe(directory))
                .section("PostgreSQL", about)
                .section("PostgreSQL's settings", settings)
                .caveat("PostgreSQL is called straight by JDBC, batches encoded ahead: no HTTP, no JSON, no signature,"
                        + " which Bankroll's side has all of. It keeps half of the range of amounts, no limits, no idle"
                        + " time of sessions, no details, and no second leg of a booking.")
                .caveat(
                        "Both sides share the processors with their client, run one after the other, and are driven by a"
                                + " closed loop: latencies are those of a system at its limit.")
                .caveat("A virtual disk may say that bytes are on disk while its host still holds them in memory.")
                .caveat("Tables are filled by the run alone: neither side is seen with years of transactions in it.")
                .publish(json);
    }

    private Summary ratio(int batch) {
        Optional<Long> ours = perSecond(BANKROLL, batch);
        Optional<Long> theirs = perSecond(POSTGRES, batch);
        return new Summary()
                .put("batch", batch)
                .put("Bankroll/s", ours.map(PostgresCommand::count).orElse("-"))
                .put("PostgreSQL/s", theirs.map(PostgresCommand::count).orElse("-"))
                .put(
                        "ratio",
                        ours.isPresent() && theirs.isPresent()
                                ? String.format(Locale.ROOT, "%.1f : 1", (double) ours.get() / theirs.get())
                                : "-");
    }

    private Optional<Long> perSecond(String system, int batch) {
        return sides.stream()
                .filter(side -> side.system().equals(system) && side.batch() == batch)
                .map(side -> side.measurements().itemsPerSecond())
                .findFirst();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static Summary figures(Side side) {
        Measurements measured = side.measurements();
        return new Summary()
                .put("system", side.system())
                .put("batch", side.batch())
                .put("connections", side.connections())
                .put("bookings/s", measured.itemsPerSecond())
                .put("p50 ms", measured.latencies().getValueAtPercentile(50) / 1e6)
                .put("p99 ms", measured.latencies().getValueAtPercentile(99) / 1e6)
                .put("CPU µs/booking", side.cpuSeconds() * 1e6 / Math.max(1, measured.items()))
                .put("checked", side.findings().rights())
                .put("right", side.isRight());
    }

    private Summary workload() {
        return new Summary()
                .put("players", players)
                .put("mix", play.mix.toString())
                .put("skew", play.skew())
                .put("seed", play.seed)
                .put("warm-up s", warmup)
                .put("measured s", duration)
                .put("Bankroll's sync policy", "always");
    }
}

package bankroll.bench.baseline;

import bankroll.bench.baseline.BesidePostgres.Side;
import bankroll.bench.baseline.PostgresBinaries.MissingException;
import bankroll.bench.load.AnswerCounts;
import bankroll.bench.load.ServiceRun;
import bankroll.bench.play.Workload;
import bankroll.tools.console.Summary;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin
    private PostgresOptions options = new PostgresOptions();

    private final List<Side> sides = new ArrayList<>();
    private final Summary about = new Summary();

    @Override
    public Integer call() throws SQLException {
        options.check();
        try {
            measure();
        } catch (MissingException e) {
            System.err.println("bankroll bench: " + e.getMessage());
            return UNAVAILABLE;
        }
        new BesidePostgres(options, sides, about).publish();
        return sides.stream().allMatch(Side::isRight) ? 0 : 1;
    }

    private void measure() throws SQLException {
        if (!options.withPostgres()) {
            eachSize(this::bankroll);
            return;
        }
        try (PostgresServer server = new PostgresServer(options.directory(), options.mostConnections())) {
            eachSize((batch, connections) -> {
                postgres(server, batch, connections);
                if (options.withBankroll()) {
                    bankroll(batch, connections);
                }
            });
        }
    }

    private interface Measuring {
        void of(int batch, int connections) throws SQLException;
    }

    private void eachSize(Measuring measuring) throws SQLException {
        for (int i = 0; i < options.batches.size(); i++) {
            measuring.of(options.batches.get(i), options.connections.get(i));
        }
    }

    /** It runs for its own turn only. */
    private void postgres(PostgresServer server, int batch, int connections) throws SQLException {
        server.start();
        Workload workload = options.workload(connections);
        SqlPlayers players = new SqlPlayers(workload);
        try (Connection connection = server.connect()) {
            PostgresTables tables = new PostgresTables(connection);
            tables.make(players);
            long before = tables.total();
            try (PostgresRun run = new PostgresRun(server, workload, players, batch)) {
                run.run(options.warmup, options.duration);
                long total = tables.total();
                boolean booksAgree = total == run.total() && total == tables.totalByTransactions(before);
                note(run.findings(), booksAgree, "PostgreSQL");
                sides.add(new Side(
                        "PostgreSQL",
                        batch,
                        connections,
                        run.measurements(),
                        run.cpuSeconds(),
                        run.findings().rights(),
                        booksAgree && run.findings().areClean()));
            }
            about.put("version", "PostgreSQL " + tables.version() + ", run as " + server.runsAs())
                    .put("bytes of a transaction on disk, batches of " + batch, tables.bytesPerTransaction());
        }
        server.stop();
    }

    private void bankroll(int batch, int connections) {
        ServiceRun run = ServiceRun.measure(
                options.directory(), options.workload(connections), options.loadArguments(batch, connections));
        note(run.findings(), run.booksAgree(), "Bankroll");
        sides.add(new Side(
                "Bankroll",
                batch,
                connections,
                run.measurements(),
                run.serviceCpuSeconds(),
                run.findings().rights(),
                run.isRight()));
    }

    private static void note(AnswerCounts findings, boolean booksAgree, String system) {
        if (!findings.areClean() || !booksAgree) {
            System.err.println(system + " was wrong " + findings.wrongs() + " times, refused requests "
                    + findings.problems() + ", books " + (booksAgree ? "agree" : "DON'T AGREE") + "; the first: "
                    + findings.samples());
        }
    }
}

package bankroll.bench.micro;

import bankroll.bench.play.Mix;
import bankroll.bench.writer.LedgerPopulation;
import bankroll.bench.writer.PlayCommands;
import bankroll.bench.writer.WriterPath;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Decide, apply and seal a batch of one kind; nothing is appended. The tables grow as it runs, as they do in life.
 * Every outcome is compared afterwards.
 */
@State(Scope.Thread)
public class LedgerBenchmark {
    /** Items of a request. */
    @Param("500")
    public int items;

    /** Players with money and a session. */
    @Param("100000")
    public int players;

    /** What is asked. */
    @Param({"DEBIT", "CREDIT", "ROLLBACK", "RESEND", "REFUSED"})
    public Mix.Kind kind;

    private final Request stakes = new Request(published -> {});
    private final Request request = new Request(published -> {});
    private final PlayCommands.Expected expected = new PlayCommands.Expected();
    private PlayCommands commands;
    private WriterPath path;

    /** Opens the players. */
    @Setup
    public void open() {
        path = new WriterPath(new Ledger(), new Frame.Sealer(), null, 1);
        LedgerPopulation population = new LedgerPopulation(Bodies.workload(players), Bodies.KEY, path::execute);
        population.begin();
        population.open(opened -> {});
        commands = new PlayCommands(Bodies.workload(players), Bodies.KEY);
    }

    /** Books stakes that the next request can name, and makes that. */
    @Setup(Level.Invocation)
    public void prepare() {
        expected.clear();
        if (kind != Mix.Kind.DEBIT) {
            commands.write(stakes, items, Mix.Kind.DEBIT, expected);
            path.execute(stakes);
            expected.compare(stakes);
        }
        commands.write(request, items, kind, expected);
    }

    /** Handles it. */
    @Benchmark
    public int execute() {
        return path.execute(request);
    }

    /** Compares. */
    @TearDown(Level.Invocation)
    public void compare() {
        expected.compare(request);
    }

    /** Frees the tables. */
    @TearDown
    public void close() {
        path.ledger().close();
    }
}

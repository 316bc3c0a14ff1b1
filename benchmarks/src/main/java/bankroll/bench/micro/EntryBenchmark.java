package bankroll.bench.micro;

import bankroll.bench.writer.PlayCommands;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The entry's layout: strings and hashes into a command ({@code encode}), head and CRC32C round it ({@code seal}). */
@State(Scope.Thread)
public class EntryBenchmark {
    /** Items of the entry. */
    @Param({"1", "50", "500"})
    public int items;

    private final Request request = new Request(published -> {});
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final PlayCommands.Expected expected = new PlayCommands.Expected();
    private PlayCommands commands;
    private int outcomesLength;

    /** Makes the entry. */
    @Setup
    public void make() {
        commands = new PlayCommands(Bodies.workload(100_000), Bodies.KEY);
        commands.write(request, items, expected);
        outcomesLength = items * OutcomeRecord.BYTES;
        request.frame().checkLimit(request.outcomesOffset() + outcomesLength + 64);
    }

    /** Encodes the items, drawing them included (a few tens of nanoseconds). */
    @Benchmark
    public int encode() {
        expected.clear();
        commands.write(request, items, expected);
        return request.commandLength();
    }

    /** Seals. */
    @Benchmark
    public int seal() {
        return sealer.seal(request.frame(), 0, request.commandLength(), outcomesLength, 1);
    }
}

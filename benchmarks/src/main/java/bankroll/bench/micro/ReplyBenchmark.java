package bankroll.bench.micro;

import bankroll.bench.writer.PlayCommands;
import bankroll.engine.Request;
import bankroll.gateway.api.platform.BookTransactions;
import bankroll.gateway.api.platform.BookTransactions.DecidedCounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** From outcomes to the JSON of the answer, in a pooled buffer ready to be sent. */
@State(Scope.Thread)
public class ReplyBenchmark {
    /** Items of the request. */
    @Param({"1", "50", "500"})
    public int items;

    private final Request request = new Request(published -> {});
    private final BookTransactions encoder = new BookTransactions(new DecidedCounts());
    private ByteBuf target;

    /** Makes an answered request. */
    @Setup
    public void make() {
        new PlayCommands(Bodies.workload(100_000), Bodies.KEY).write(request, items, new PlayCommands.Expected());
        for (int i = 0; i < items; i++) {
            new OutcomeRecord()
                    .start(Outcome.OK, Effect.NONE, Anomaly.NONE)
                    .balance(1_000_000_000_000L + i)
                    .time(1_795_000_000_000L)
                    .write(request.frame(), request.outcomeOffset(i));
        }
        target = PooledByteBufAllocator.DEFAULT.directBuffer(256 * (items + 1));
    }

    /** Encodes. */
    @Benchmark
    public int encode() {
        encoder.results(request, "bench").copyTo(target.clear());
        return target.readableBytes();
    }

    /** Gives the buffer back. */
    @TearDown
    public void close() {
        target.release();
    }
}

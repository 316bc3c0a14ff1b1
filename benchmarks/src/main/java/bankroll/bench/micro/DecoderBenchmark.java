package bankroll.bench.micro;

import bankroll.engine.Request;
import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.TransactionsDecoder;
import bankroll.protocol.IdHasher;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** From the JSON of a batch to a command, every check of decisions §2 and §5 included. */
@State(Scope.Thread)
public class DecoderBenchmark {
    /** Items of the body. */
    @Param({"1", "50", "500"})
    public int items;

    private final TransactionsDecoder decoder = new TransactionsDecoder();
    private final IdHasher hasher = new IdHasher(Bodies.KEY, "bench");
    private final byte[] platform = "bench".getBytes(StandardCharsets.US_ASCII);
    private final Request request = new Request(published -> {});
    private byte[] body;

    /** Makes the body. */
    @Setup
    public void make() {
        body = Bodies.signed(items).body();
    }

    /** Decodes. */
    @Benchmark
    public int decode() throws MalformedRequest {
        return decoder.decode(body, body.length, request.frame(), Request.COMMAND_OFFSET, platform, hasher);
    }
}

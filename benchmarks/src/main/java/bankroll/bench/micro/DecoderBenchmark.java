package bankroll.bench.micro;

import bankroll.engine.Request;
import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.TransactionsDecoder;
import bankroll.protocol.IdHasher;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * From the JSON of a batch to a command, every check of decisions §2 and §5 included: by the service's own scanner
 * ({@code decode}), and as it would be with jackson-core ({@code jackson}); docs/adr/0008 rests on the difference.
 */
@State(Scope.Thread)
public class DecoderBenchmark {
    /** Items of the body. */
    @Param({"1", "50", "500"})
    public int items;

    private final TransactionsDecoder decoder = new TransactionsDecoder();
    private final JacksonDecoder jackson = new JacksonDecoder();
    private final IdHasher hasher = new IdHasher(Bodies.KEY, "bench");
    private final byte[] platform = "bench".getBytes(StandardCharsets.US_ASCII);
    private final Request request = new Request(published -> {});
    private byte[] body;

    /** Makes the body; both decoders must make the same of it. */
    @Setup
    public void make() throws MalformedRequest {
        body = Bodies.signed(items).body();
        byte[] ours = new byte[decode()];
        request.frame().getBytes(Request.COMMAND_OFFSET, ours);
        byte[] theirs = new byte[jackson()];
        request.frame().getBytes(Request.COMMAND_OFFSET, theirs);
        if (!Arrays.equals(ours, theirs)) {
            throw new IllegalStateException("the two decoders made different commands of the same body");
        }
    }

    /** Decodes by our scanner. */
    @Benchmark
    public int decode() throws MalformedRequest {
        return decoder.decode(body, body.length, request.frame(), Request.COMMAND_OFFSET, platform, hasher);
    }

    /** Decodes by jackson-core. */
    @Benchmark
    public int jackson() throws MalformedRequest {
        return jackson.decode(body, body.length, request.frame(), Request.COMMAND_OFFSET, platform, hasher);
    }
}

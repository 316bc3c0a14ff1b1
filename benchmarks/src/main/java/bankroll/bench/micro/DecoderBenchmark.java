package bankroll.bench.micro;

import bankroll.engine.Request;
import bankroll.gateway.api.platform.TransactionsDecoder;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.IdHasher;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * From the JSON of a batch to a command, every check of decisions §2 and §5 included ({@code decode}); and what
 * jackson-core needs for its tokens alone, without a check, a hash or a command ({@code jacksonTokens}): the least that
 * any decoder over it would cost (docs/adr/0008).
 */
@State(Scope.Thread)
public class DecoderBenchmark {
    /** Items of the body. */
    @Param({"1", "50", "500"})
    public int items;

    private final TransactionsDecoder decoder = new TransactionsDecoder();
    private final JsonFactory jackson = new JsonFactory();
    private final IdHasher hasher = new IdHasher(Bodies.KEY, "bench");
    private final byte[] platform = "bench".getBytes(StandardCharsets.US_ASCII);
    private final Request request = new Request(published -> {});
    private byte[] body;

    /** Makes the body. */
    @Setup
    public void make() {
        body = Bodies.signed(items).body();
    }

    /** Decodes as the service does. */
    @Benchmark
    public int decode() throws MalformedRequest {
        return decoder.decode(body, body.length, request.frame(), Request.COMMAND_OFFSET, platform, hasher);
    }

    /** Walks over all tokens and looks at each string, as jackson-core hands it out. */
    @Benchmark
    public int jacksonTokens() throws IOException {
        int chars = 0;
        try (JsonParser parser = jackson.createParser(body, 0, body.length)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    chars += parser.getTextCharacters()[parser.getTextOffset()] + parser.getTextLength();
                }
            }
        }
        return chars;
    }
}

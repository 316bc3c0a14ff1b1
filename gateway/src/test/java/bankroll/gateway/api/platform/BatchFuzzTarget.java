package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.json.MalformedRequest;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Map;

/** Any bytes are a batch, and the one that the model reads, or malformed. */
class BatchFuzzTarget {
    private final TransactionsDecoder decoder = new TransactionsDecoder();

    @FuzzTest(maxDuration = "60s")
    void shouldAgreeWithTheModel(byte[] body) {
        // what the transport never hands on
        if (body.length == 0) {
            return;
        }
        List<Map<String, String>> decoded;
        try {
            decoded = DecodedBatch.of(decoder, body, body.length);
            decoded.forEach(item -> item.computeIfPresent(
                    "details", (name, raw) -> Json.read(raw).toString()));
        } catch (MalformedRequest malformed) {
            decoded = null;
        }
        assertEquals(ModelDecoder.decode(body), decoded);
    }
}

package bankroll.gateway.http.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.http.tls.Credentials.Pem;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Any text is blocks, or no PEM; blocks that were read are read again. */
class PemFuzzTarget {
    @FuzzTest(maxDuration = "60s")
    void shouldReadBlocksOrRefuse(byte[] bytes) {
        try {
            for (Pem.Block block : Pem.blocks(new String(bytes, StandardCharsets.ISO_8859_1))) {
                String again = "-----BEGIN " + block.label() + "-----\n"
                        + Base64.getMimeEncoder().encodeToString(block.bytes()) + "\n-----END " + block.label()
                        + "-----";
                assertEquals(1, Pem.blocks(again).size());
            }
        } catch (IllegalArgumentException noPem) {
            // an answer
        }
    }
}

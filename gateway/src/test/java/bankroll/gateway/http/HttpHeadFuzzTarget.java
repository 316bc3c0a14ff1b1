package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Any bytes are requests, or a fault, the same whether they come at once or one by one. */
class HttpHeadFuzzTarget {
    @FuzzTest(maxDuration = "60s")
    void shouldReadTheSameHoweverTheBytesArrive(byte[] bytes) {
        assertEquals(read(bytes, bytes.length), read(bytes, 1));
        assertEquals(read(bytes, bytes.length), read(bytes, 7));
    }

    /** What was read until the first fault, in words. */
    private static String read(byte[] bytes, int pieceLength) {
        StringBuilder seen = new StringBuilder();
        EmbeddedChannel channel = new EmbeddedChannel(new RequestDecoder(new OpenPort(), null));
        boolean isGood = true;
        for (int from = 0; from < bytes.length; from += pieceLength) {
            int length = Math.min(pieceLength, bytes.length - from);
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, length));
            for (HttpObject next = channel.readInbound(); next != null; next = channel.readInbound()) {
                isGood = isGood && tell(next, seen);
                ReferenceCountUtil.release(next);
            }
        }
        channel.finishAndReleaseAll();
        return seen.toString();
    }

    /** Whether what follows counts. */
    private static boolean tell(HttpObject next, StringBuilder seen) {
        if (next.decoderResult().isFailure()) {
            seen.append("fault");
            return false;
        }
        if (next instanceof HttpRequest request) {
            String fault = HeadRules.fault(request, HeadRules.Target.of(request.uri()));
            seen.append(request.method())
                    .append(request.uri())
                    .append(request.headers())
                    .append(fault);
            return fault == null;
        }
        seen.append(((HttpContent) next).content().toString(StandardCharsets.ISO_8859_1));
        if (next instanceof LastHttpContent last) {
            seen.append(last.trailingHeaders()).append("end");
        }
        return true;
    }
}

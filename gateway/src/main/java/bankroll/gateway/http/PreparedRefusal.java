package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A whole answer made before anything went wrong: to say that there is no room needs no room. It closes its connection. Its
 * bytes lie where the socket takes them from, so that not even sending it copies them; any thread.
 */
final class PreparedRefusal {
    private final ByteBuf answer;

    private PreparedRefusal(ByteBuf answer) {
        this.answer = answer;
    }

    /** An {@code unavailable} with these words. */
    static PreparedRefusal unavailable(ProblemEncoder problems, int retryAfterSeconds, String detail) {
        ByteBuf document = Unpooled.buffer(512);
        problems.encode(document, Problem.UNAVAILABLE, detail);
        String head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: "
                + document.readableBytes() + "\r\nretry-after: " + retryAfterSeconds
                + "\r\nconnection: close\r\n\r\n";
        ByteBuffer whole = ByteBuffer.allocateDirect(head.length() + document.readableBytes());
        whole.put(head.getBytes(StandardCharsets.US_ASCII));
        document.readBytes(whole);
        document.release();
        return new PreparedRefusal(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(whole.flip())));
    }

    /** The bytes, to be sent once. */
    ByteBuf bytes() {
        return answer.duplicate();
    }
}

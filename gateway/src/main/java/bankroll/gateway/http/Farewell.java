package bankroll.gateway.http;

import bankroll.gateway.http.tls.TlsConnection;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;

/**
 * The end of a connection whose last answer is out, while bytes of the client may be on their way. Closing now would answer
 * them with a reset, which can destroy the answer before the client has read it; so the service's side is closed, and what
 * still comes is thrown away until the client closes or the time is over. On the event loop.
 */
final class Farewell {
    /** How long the client may take to close after the last answer. */
    static final long LINGER_MS = 1_000;

    private boolean isUnderWay;
    private long untilMs;

    /** Whether it has begun. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Closes the service's side; all of it at once where the client has closed its own. */
    void begin(ChannelHandlerContext ctx, boolean isInputShut) {
        isUnderWay = true;
        untilMs = HttpLoop.nowMs() + LINGER_MS;
        if (isInputShut || !(ctx.channel() instanceof DuplexChannel duplex)) {
            ctx.close();
            return;
        }
        TlsConnection.shutOutput(duplex);
        ctx.channel().config().setAutoRead(true);
    }

    /** Closes the connection when the client has had its time. */
    void tick(ChannelHandlerContext ctx, long nowMs) {
        if (nowMs - untilMs >= 0) {
            ctx.close();
        }
    }
}

package bankroll.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;

/**
 * The end of a connection: the last answer is out, but bytes of the client may be on their way. Closing now would answer
 * them with a reset, which can destroy the answer before the client has read it; so the service's side is closed, and what
 * still comes is thrown away until the client closes or the time is over.
 */
final class Lingering {
    private final long limitMs;
    private boolean hasBegun;
    private long untilMs;

    Lingering(long limitMs) {
        this.limitMs = limitMs;
    }

    /** Half-closes; closes at once where the client has closed its side already. */
    void begin(ChannelHandlerContext ctx, boolean isInputShut) {
        hasBegun = true;
        untilMs = HttpLoop.nowMs() + limitMs;
        if (isInputShut || !(ctx.channel() instanceof DuplexChannel duplex)) {
            ctx.close();
            return;
        }
        duplex.shutdownOutput();
        ctx.channel().config().setAutoRead(true);
    }

    boolean hasBegun() {
        return hasBegun;
    }

    boolean isOver(long nowMs) {
        return nowMs - untilMs >= 0;
    }
}

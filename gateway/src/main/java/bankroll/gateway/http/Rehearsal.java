package bankroll.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;

/**
 * A request that a listener makes to itself before it opens. The JVM loads a few hundred classes with the first request of a
 * process; without this the first client waits for that, and others behind it. The handlers are those of every connection, the
 * channel has no socket, and nobody counts it.
 */
final class Rehearsal {
    /** So many that the JVM begins to compile what reads them. */
    private static final int LINES = 90;

    /** Needs nobody's leave. A listener that has no such path answers that it has not found it. */
    private static final String REQUEST = "GET /health/live HTTP/1.1\r\nHost: rehearsal\r\n"
            + ("X-Rehearsal: " + "x".repeat(100) + "\r\n").repeat(LINES) + "\r\n";

    private Rehearsal() {}

    /** Makes it, on an event loop that serves nobody yet, for each thread has buffers of its own. */
    static void play(Routes routes) {
        EmbeddedChannel channel = connect(routes);
        channel.writeInbound(Unpooled.copiedBuffer(REQUEST, StandardCharsets.US_ASCII));
        channel.finishAndReleaseAll();
    }

    /** A connection without a socket, on an event loop of its own. */
    static EmbeddedChannel connect(Routes routes) {
        HttpContext context = new HttpContext().name("rehearsal").conclude();
        EmbeddedChannel channel = new EmbeddedChannel();
        HttpLoop loop = new HttpLoop(channel.eventLoop(), context, new HttpCounters(context), routes, Runnable::run);
        Connection connection = new Connection(loop);
        channel.pipeline().addLast(connection.decoder, connection);
        channel.pipeline().fireChannelActive();
        return channel;
    }
}

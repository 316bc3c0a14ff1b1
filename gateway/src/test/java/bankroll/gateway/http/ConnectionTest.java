package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection does whose client takes only so many bytes of its answers. */
class ConnectionTest {
    private static final String HOST = "Host: x\r\n";
    private static final String NEXT = "GET /large HTTP/1.1\r\n" + HOST + "\r\n";
    private static final int LARGE = 1_000_000;

    private final ClientChannel channel = new ClientChannel();
    private final List<Exchange> seen = new ArrayList<>();
    private Connection connection;
    private int decoded;

    /** A channel whose client takes so many bytes and no more. */
    private static final class ClientChannel extends EmbeddedChannel {
        private int room;

        @Override
        protected void doWrite(ChannelOutboundBuffer unsent) {
            while (room > 0 && unsent.current() instanceof ByteBuf first) {
                int taken = Math.min(room, first.readableBytes());
                room -= taken;
                unsent.removeBytes(taken);
            }
        }

        void take(int bytes) {
            room = bytes;
            flush();
            room = 0;
        }
    }

    private Routes routes() {
        return new Routes()
                .add(
                        "GET",
                        "/large",
                        exchange -> exchange.ok(exchange.newBody(LARGE).writeZero(LARGE)))
                .add("POST", "/refused", new Routes.Handler() {
                    @Override
                    public void head(Exchange exchange) {
                        seen.add(exchange);
                        exchange.problem(Problem.UNAUTHORIZED, null);
                    }

                    @Override
                    public void handle(Exchange exchange) {
                        head(exchange);
                    }
                });
    }

    private void connect(HttpContext context) {
        context.name("test").conclude();
        HttpLoop loop = new HttpLoop(channel.eventLoop(), context, new HttpCounters(context), routes(), Runnable::run);
        connection = new Connection(loop);
        ChannelInboundHandlerAdapter counting = new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                decoded++;
                ctx.fireChannelRead(message);
            }
        };
        channel.pipeline().addLast(connection.decoder, counting, connection);
        channel.pipeline().fireChannelActive();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    @Test
    void shouldDecodeNothingBehindARefusalThatTheClientDoesNotTake() {
        connect(new HttpContext());
        send("GET  /large HTTP/1.1\r\n" + HOST + "\r\n" + NEXT);
        int refused = decoded;
        assertTrue(refused <= 2, "a head and its end");
        assertFalse(channel.config().isAutoRead(), "nothing more is read");
        send(NEXT.repeat(20));
        assertEquals(refused, decoded);
        channel.take(LARGE);
        assertFalse(channel.isOpen(), "the last answer is out");
        assertEquals(0, connection.decoder.held());
        assertEquals(refused, decoded);
    }

    @Test
    void shouldKeepASlowReaderThatGoesOnReading() {
        connect(new HttpContext().idleMs(200));
        send(NEXT);
        long beganMs = HttpContext.nowMs();
        Eventually.within(Duration.ofSeconds(10), "more than the idle time passes", () -> {
            channel.take(10);
            connection.tick(HttpContext.nowMs(), 0);
            return HttpContext.nowMs() - beganMs >= 500;
        });
        assertTrue(channel.isOpen());
        assertFalse(isSent());
        channel.take(2 * LARGE);
        assertTrue(isSent());
        connection.tick(HttpContext.nowMs(), 0);
        assertTrue(channel.isOpen(), "it is idle only now");
        Eventually.within(Duration.ofSeconds(10), "it was idle", () -> {
            connection.tick(HttpContext.nowMs(), 0);
            return !channel.isOpen();
        });
    }

    @Test
    void shouldCloseAReaderThatStopsReading() {
        connect(new HttpContext().unreadMs(200));
        send(NEXT);
        channel.take(10);
        Eventually.within(Duration.ofSeconds(10), "nothing is read", () -> {
            connection.tick(HttpContext.nowMs(), 0);
            return !channel.isOpen();
        });
    }

    private boolean isSent() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null || unsent.totalPendingWriteBytes() == 0;
    }

    @Test
    void shouldKeepNothingOfAHeadThatIsAnswered() {
        connect(new HttpContext());
        send("POST /refused?" + "q".repeat(5_000) + " HTTP/1.1\r\n" + HOST
                + "Transfer-Encoding: chunked\r\n\r\n1\r\nx");
        Exchange refused = seen.get(0);
        assertTrue(refused.isAnswered());
        send("\r\n0\r\n\r\n");
        assertTrue(refused.headers().isEmpty(), "headers");
        assertEquals("", refused.query());
        assertEquals("", refused.request.uri());
    }
}

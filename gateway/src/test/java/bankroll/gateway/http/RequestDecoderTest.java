package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is taken of a connection in one turn of its event loop, on a clock that stands until the test moves it. */
class RequestDecoderTest {
    private static final String WHOLE = "POST /whole HTTP/1.1\r\nHost: x\r\n";
    private static final String CHUNKED = WHOLE + "Transfer-Encoding: chunked\r\n\r\n";

    private EmbeddedChannel channel;
    private int handled;

    private Routes routes() {
        return new Routes().add("POST", "/whole", exchange -> {
            handled++;
            exchange.admitted();
            TestServer.text(exchange, "whole");
        });
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    /** How often the loop looks at its sockets until so many requests have been handled. */
    private int turnsUntil(int requests) {
        int turns = 0;
        while (handled < requests && turns < 100) {
            turns++;
            turn();
        }
        return turns;
    }

    private void turn() {
        channel.advanceTimeBy(1, TimeUnit.MICROSECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void shouldLookAtTheOtherSocketsBetweenSomeChunksAndTheNext() {
        channel = Rehearsal.connect(routes());
        channel.freezeTime();
        send(WHOLE + "Content-Length: 0\r\n\r\n");
        turnsUntil(1);
        assertEquals(1, handled, "now it is known");
        turn();
        send(CHUNKED + "1\r\nx\r\n".repeat(2 * RequestDecoder.PIECES) + "0\r\n\r\n");
        assertEquals(1, handled);
        assertEquals(2, turnsUntil(2));
        send(CHUNKED + "1\r\nx\r\n".repeat(RequestDecoder.PIECES / 2) + "0\r\n\r\n");
        assertEquals(3, handled, "what is short needs no other turn");
    }

    @Test
    void shouldGoOnCountingHowLongARequestArrivesWhenItWasPaused() {
        OpenPort port = new OpenPort();
        RequestDecoder decoder = new RequestDecoder(port, null);
        channel = new EmbeddedChannel(decoder);
        send(CHUNKED);
        long beganMs = HttpContext.nowMs();
        Eventually.within(Duration.ofSeconds(30), "some time has passed", () -> HttpContext.nowMs() - beganMs >= 50);
        port.wants(false, decoder);
        assertFalse(decoder.isSlow(HttpContext.nowMs() + 1_000, 1), "while it is paused nobody waits for the client");
        port.isMidRequest = true;
        port.wants(true, decoder);
        assertTrue(decoder.isSlow(HttpContext.nowMs(), 50));
        port.wants(false, decoder);
        port.isMidRequest = false;
        port.wants(true, decoder);
        port.wants(false, decoder);
        port.isMidRequest = true;
        port.wants(true, decoder);
        assertFalse(decoder.isSlow(HttpContext.nowMs(), 50), "that is another request");
    }

    @Test
    void shouldCountAllTheTimeOfAHeadThatIsPutOffAgainAndAgain() {
        OpenPort port = new OpenPort();
        RequestDecoder decoder = new RequestDecoder(port, null);
        channel = new EmbeddedChannel(decoder);
        send(WHOLE + "X: half a lin");
        long beganMs = HttpContext.nowMs();
        Eventually.within(Duration.ofSeconds(30), "some time has passed", () -> HttpContext.nowMs() - beganMs >= 50);
        for (int i = 0; i < 2; i++) {
            port.wants(false, decoder);
            assertFalse(
                    decoder.isSlow(HttpContext.nowMs() + 1_000, 1), "while it is paused nobody waits for the client");
            port.wants(true, decoder);
            assertTrue(decoder.isSlow(HttpContext.nowMs(), 50));
        }
        decoder.requestEnded();
        port.wants(false, decoder);
        port.wants(true, decoder);
        assertFalse(decoder.isSlow(HttpContext.nowMs(), 50), "that is another request");
    }

    @Test
    void shouldTakeWhatWasSentBeforeTheClientClosedItsSideFirst() {
        OpenPort port = new OpenPort();
        RequestDecoder decoder = new RequestDecoder(port, null);
        channel = new EmbeddedChannel(decoder);
        port.wants(false, decoder);
        send(WHOLE + "Content-Length: 0\r\n\r\n");
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        assertEquals(0, port.ends);
        assertEquals(0, channel.inboundMessages().size());

        port.wants(true, decoder);
        assertEquals(1, port.ends);
        assertEquals(2, channel.inboundMessages().size(), "a head and its end");
    }

    @Test
    void shouldTellAtOnceThatTheClientClosedItsSideWhereNothingWaits() {
        OpenPort port = new OpenPort();
        RequestDecoder decoder = new RequestDecoder(port, null);
        channel = new EmbeddedChannel(decoder);
        port.wants(false, decoder);
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        assertEquals(1, port.ends);
    }

    @Test
    void shouldTellThatTheClientClosedItsSideAlsoOfBytesThatNobodyWants() {
        OpenPort port = new OpenPort();
        RequestDecoder decoder = new RequestDecoder(port, null);
        channel = new EmbeddedChannel(decoder);
        port.wants(false, decoder);
        send(WHOLE);
        decoder.endInput();
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        assertEquals(1, port.ends);
    }
}

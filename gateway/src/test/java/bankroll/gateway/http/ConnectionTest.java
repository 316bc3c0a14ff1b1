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
import io.netty.handler.flush.FlushConsolidationHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection does whose client takes only so many bytes of its answers. */
class ConnectionTest {
    private static final String HOST = "Host: x\r\n";
    private static final String NEXT = "GET /large HTTP/1.1\r\n" + HOST + "\r\n";
    private static final String LATER = "GET /later HTTP/1.1\r\n" + HOST + "\r\n";
    private static final int LARGE = 1_000_000;

    private final ClientChannel channel = new ClientChannel();
    private final List<Exchange> seen = new ArrayList<>();
    private HttpCounters counters;
    private Connection connection;
    private int decoded;

    /** A channel whose client takes so many bytes and no more. */
    private static final class ClientChannel extends EmbeddedChannel {
        private final StringBuilder taken = new StringBuilder();
        private int room;

        @Override
        protected void doWrite(ChannelOutboundBuffer unsent) {
            while (room > 0 && unsent.current() instanceof ByteBuf first) {
                int next = Math.min(room, first.readableBytes());
                taken.append(first.toString(first.readerIndex(), next, StandardCharsets.US_ASCII));
                room -= next;
                unsent.removeBytes(next);
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
                .add("GET", "/later", seen::add)
                .add("POST", "/taken", new Routes.Handler() {
                    @Override
                    public void head(Exchange exchange) {
                        seen.add(exchange);
                    }

                    @Override
                    public void handle(Exchange exchange) {
                        exchange.ok(exchange.newBody(0));
                    }
                })
                .add("POST", "/put-off", new Routes.Handler() {
                    @Override
                    public boolean prepare(Exchange exchange) {
                        seen.add(exchange);
                        return false;
                    }

                    @Override
                    public void handle(Exchange exchange) {
                        throw new AssertionError("it isn't prepared");
                    }
                })
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
        counters = new HttpCounters(context);
        HttpLoop loop = new HttpLoop(channel.eventLoop(), context, counters, routes(), Runnable::run);
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
        AtomicLong lookedAtMs = new AtomicLong();
        long beganMs = HttpContext.nowMs();
        Eventually.within(Duration.ofSeconds(30), "more than the idle time passes", () -> {
            channel.take(10);
            lookedAtMs.set(HttpContext.nowMs());
            connection.tick(lookedAtMs.get(), 0);
            return lookedAtMs.get() - beganMs >= 500;
        });
        assertTrue(channel.isOpen());
        assertFalse(isSent());
        channel.take(2 * LARGE);
        assertTrue(isSent());
        connection.tick(lookedAtMs.get() + 199, 0);
        assertTrue(channel.isOpen(), "it is idle only now");
        connection.tick(lookedAtMs.get() + 200, 0);
        assertFalse(channel.isOpen(), "it was idle");
    }

    @Test
    void shouldCloseAReaderThatStopsReading() {
        connect(new HttpContext().unreadMs(200));
        send(NEXT);
        channel.take(10);
        Eventually.within(Duration.ofSeconds(30), "nothing is read", () -> {
            connection.tick(HttpContext.nowMs(), 0);
            return !channel.isOpen();
        });
    }

    /** Else its client takes for the next answer what is left of this one. */
    @Test
    void shouldSayOfEachAnswerHowLongItIs() {
        connect(new HttpContext());
        for (int length : new int[] {0, 9, 10, 11, 99, 100, 1_000, LARGE}) {
            channel.taken.setLength(0);
            send(LATER);
            Exchange last = seen.get(seen.size() - 1);
            last.ok(last.newBody(length).writeZero(length));
            channel.take(2 * LARGE);

            String answer = channel.taken.toString();
            assertTrue(answer.contains("\r\ncontent-length: " + length + "\r\n"), "of " + length);
            assertEquals(length, answer.length() - answer.indexOf("\r\n\r\n") - 4);
        }
    }

    /** What is under way is answered, and the last answer says that it is the last. */
    @Test
    void shouldAnswerWhatIsUnderWayWhenItStopsAndRefuseWhatComesThen() {
        connect(new HttpContext().replyDeadlineMs(600_000));
        send(LATER);
        connection.drain();
        assertTrue(channel.isOpen());
        send(LATER);
        assertEquals(1, seen.size(), "nothing new is begun");
        connection.tick(HttpContext.nowMs() + HttpContext.LINGER_MS, 0);
        assertTrue(channel.isOpen(), "an answer is under way");

        answer(0);
        channel.take(LARGE);
        List<String> answers = answers();
        assertEquals(2, answers.size(), channel.taken::toString);
        assertTrue(answers.get(0).startsWith("200") && !answers.get(0).contains("connection: close"), answers.get(0));
        assertTrue(answers.get(1).startsWith("503") && answers.get(1).contains("connection: close"), answers.get(1));
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldCloseWithTheAnswerThatWasUnderWayWhenItStopped() {
        connect(new HttpContext());
        send(LATER);
        connection.drain();
        answer(0);
        channel.take(LARGE);

        assertTrue(answers().get(0).contains("connection: close"), channel.taken::toString);
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldCloseAtOnceWhatIsIdleWhenItStops() {
        connect(new HttpContext());
        send(LATER);
        answer(0);
        channel.take(LARGE);
        assertTrue(channel.isOpen());

        connection.drain();
        channel.take(LARGE);
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldGiveAStrangerASecondForItsAnswersWhenItStops() {
        connect(new HttpContext());
        send(NEXT);
        channel.take(10);
        long beforeMs = HttpContext.nowMs();
        connection.drain();
        long afterMs = HttpContext.nowMs();
        connection.tick(beforeMs + HttpContext.LINGER_MS - 1, 0);
        assertTrue(channel.isOpen());

        connection.tick(afterMs + HttpContext.LINGER_MS, 0);
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldLookAtNothingBehindTheAnswerThatSendsAway() {
        connect(new HttpContext());
        send(LATER);
        connection.sendAway();
        answer(0);
        int before = decoded;
        send(LATER);
        assertEquals(before, decoded);
        assertEquals(1, seen.size());
        channel.take(LARGE);
        assertTrue(answers().get(0).contains("connection: close"), channel.taken::toString);
    }

    /** Its client has said that nothing follows: what does would be booked without anybody who hears of it. */
    @Test
    void shouldBeginNothingBehindARequestThatAsksToClose() {
        connect(new HttpContext());
        send(LATER.replace(HOST, HOST + "Connection: close\r\n") + LATER);
        assertEquals(1, seen.size(), "while it is under way");
        answer(0);
        channel.take(LARGE);

        assertEquals(1, seen.size());
        assertEquals(1, answers().size(), channel.taken::toString);
    }

    /** How the rest is framed is of no interest then. */
    @Test
    void shouldKeepAChunkBeyondAnySizeConnectedUntilItsClientHasTheAnswer() {
        connect(new HttpContext());
        send("POST /refused HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\nfffffffff\r\n");
        assertTrue(channel.isOpen());
        channel.take(LARGE);

        assertTrue(answers().get(0).startsWith("413"), channel.taken::toString);
    }

    @Test
    void shouldPreferTooLargeToWhatTheHeadWasRefusedFor() {
        connect(new HttpContext().maxBodyBytes(10));
        send("POST /refused HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n1\r\nx");
        assertTrue(seen.get(0).isAnswered());
        send("\r\n5\r\n01234\r\n");
        channel.take(LARGE);
        assertEquals("", channel.taken.toString(), "it may still be too large");
        send("5\r\n56789\r\n0\r\n\r\n");
        channel.take(LARGE);

        assertTrue(answers().get(0).startsWith("413"), channel.taken::toString);
    }

    @Test
    void shouldJudgeTheHeadOfEachRequestBeforeItsBodyIsThere() {
        connect(new HttpContext());
        send("POST /taken HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nx");
        assertFalse(seen.get(0).isAnswered());
        send("x");
        assertTrue(seen.get(0).isAnswered());

        send("POST /refused HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nx");
        assertTrue(seen.get(1).isAnswered());
    }

    @Test
    void shouldLetGoOfARequestThatWasPutOffWhenItIsAnsweredLate() {
        connect(new HttpContext().replyDeadlineMs(100));
        channel.freezeTime();
        send("POST /put-off HTTP/1.1\r\n" + HOST + "Content-Length: 1\r\n\r\nx");
        takeTurnsUntilSeen(1);
        assertTrue(counters.requestBytes() > 0, "it waits for its turn");
        connection.tick(HttpContext.nowMs() + 100, 0);
        channel.take(LARGE);

        assertTrue(answers().get(0).startsWith("503"), channel.taken::toString);
        assertEquals(0, counters.requestBytes());
        assertTrue(seen.get(0).headers().isEmpty(), "headers");
        assertTrue(connection.decoder.isWaiting(), "its turn is still to come");
        send(LATER);
        takeTurnsUntilSeen(2);
    }

    /** A stranger's turn is 2 ms of real time: a busy machine may need several for one request. */
    private void takeTurnsUntilSeen(int requests) {
        for (int turn = 0; turn < 100 && seen.size() < requests; turn++) {
            channel.advanceTimeBy(1, TimeUnit.MICROSECONDS);
            channel.runScheduledPendingTasks();
        }
        assertEquals(requests, seen.size(), "it goes on");
    }

    /** A flush is put off until all that has come is looked at, and the newcomer comes before. */
    @Test
    void shouldSendTheAnswerThatIsWrittenWhenItMakesRoom() {
        connect(new HttpContext());
        channel.pipeline().addFirst(new FlushConsolidationHandler(256, true));
        send(LATER);
        channel.room = LARGE;
        answer(0);
        assertEquals("", channel.taken.toString(), "it is put off");
        connection.makeRoom();

        assertFalse(channel.isOpen());
        assertTrue(answers().get(0).startsWith("200"), channel.taken::toString);
    }

    private void answer(int request) {
        seen.get(request).ok(seen.get(request).newBody(2).writeZero(2));
    }

    /** What was taken, each from its status on. */
    private List<String> answers() {
        return Arrays.stream(channel.taken.toString().split("HTTP/1.1 "))
                .filter(answer -> !answer.isEmpty())
                .toList();
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

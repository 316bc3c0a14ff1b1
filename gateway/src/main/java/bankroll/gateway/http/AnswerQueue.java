package bankroll.gateway.http;

import bankroll.gateway.http.tls.Tls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Locale;

/**
 * The answers of one connection: its requests that are not answered yet, in the order in which their answers must go; the
 * answers that have gone and wait for the socket; and the farewell behind the last one. On the event loop.
 */
final class AnswerQueue {
    /** The word that a client waits for before it sends a body. */
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.wrappedBuffer(ascii("HTTP/1.1 100 Continue\r\n\r\n")).asReadOnly());

    private final ArrayDeque<Exchange> queue = new ArrayDeque<>(4);
    private ChannelHandlerContext ctx;
    private boolean isKnown;
    private boolean isFarewell;
    private long farewellUntilMs;

    /** The connection is open. */
    void opened(ChannelHandlerContext context) {
        ctx = context;
    }

    void add(Exchange exchange) {
        queue.addLast(exchange);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    /** The next one if its answer may go out, or null. */
    Exchange pollReady() {
        Exchange first = queue.peekFirst();
        if (first == null || !first.isReady()) {
            return null;
        }
        isKnown = first.isAdmitted();
        return queue.pollFirst();
    }

    /** Whether the last request that was answered was let in: till then the client is a stranger. */
    boolean isKnown() {
        return isKnown;
    }

    /** The word that the next one waits for before it sends its body, once; null if it waits for none. */
    ByteBuf pollContinue() {
        Exchange first = queue.peekFirst();
        if (first == null || !first.wantsContinue()) {
            return null;
        }
        first.wantContinue(false);
        return CONTINUE.duplicate();
    }

    /** Answers whatever is overdue; an answer changes the queue. */
    void answerLate(long nowMs) {
        for (Exchange late = firstLate(nowMs); late != null; late = firstLate(nowMs)) {
            late.problem(Problem.UNAVAILABLE, "no answer in time; the outcome is unknown");
        }
    }

    private Exchange firstLate(long nowMs) {
        for (Exchange exchange : queue) {
            if (exchange.isLate(nowMs)) {
                return exchange;
            }
        }
        return null;
    }

    /** Bytes of answers that wait for the socket, or for an earlier answer. */
    long bytes() {
        long bytes = unsentBytes();
        for (Exchange exchange : queue) {
            bytes += exchange.answerBytes();
        }
        return bytes;
    }

    /** Bytes that wait for the socket to take them; an answer counts as a whole until all of it is sent. */
    long unsentBytes() {
        ChannelOutboundBuffer unsent = ctx.channel().unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** How many bytes of the first answer that waits for the socket it has taken already. */
    long sentOfFirst() {
        ChannelOutboundBuffer unsent = ctx.channel().unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.currentProgress();
    }

    /** Runs this once all that was written is in the socket, or can't come there any more; at once when nothing waits. */
    void whenSent(Runnable then) {
        ChannelPromise sent = ctx.newPromise();
        sent.addListener(done -> then.run());
        ctx.channel().unsafe().write(Unpooled.EMPTY_BUFFER, sent);
        ctx.channel().unsafe().flush();
    }

    /** The rest of this request will never come: it needs no answer. */
    void cancel(Exchange cancelled) {
        if (cancelled != null && queue.peekLast() == cancelled) {
            queue.removeLast().abandon();
        }
    }

    /** The connection closes after the last one. */
    void markLast() {
        queue.getLast().markLast();
    }

    /** The client is gone. */
    void abandon() {
        queue.forEach(Exchange::abandon);
        queue.clear();
    }

    /**
     * The last answer is out, and bytes of the client may be on their way. Closing now would answer them with a reset, which can
     * destroy the answer before the client has read it; so the service's side is closed, and what still comes is thrown away
     * until the client closes or the time is over. Closes all of it at once where the client has closed its side.
     */
    void beginFarewell(long nowMs, boolean isInputShut) {
        isFarewell = true;
        farewellUntilMs = nowMs + HttpContext.LINGER_MS;
        if (isInputShut || !(ctx.channel() instanceof DuplexChannel duplex)) {
            ctx.close();
            return;
        }
        Tls.shutOutput(duplex);
        ctx.channel().config().setAutoRead(true);
    }

    /** Whether the last answer is out. */
    boolean isFarewell() {
        return isFarewell;
    }

    /** Closes the connection when the client has had its time behind the last answer. */
    void endFarewell(long nowMs) {
        if (nowMs - farewellUntilMs >= 0) {
            ctx.close();
        }
    }

    /**
     * Closes at once, with what the socket takes of the answers now. Below TLS: there a word of farewell goes first, and a
     * client that doesn't read would keep its place and its descriptor meanwhile.
     */
    void cut() {
        ctx.channel().unsafe().flush();
        ctx.channel().unsafe().close(ctx.voidPromise());
    }

    /** Closes with a reset: no word would reach who doesn't read, and the system has to let go of what it keeps, too. */
    void reset() {
        if (ctx.channel().isOpen()) {
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            ctx.channel().unsafe().close(ctx.voidPromise());
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Writes status line and headers into the room before the body, so that an answer is one buffer and one write. One per
     * event loop.
     */
    static final class Head {
        private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
                .withZone(ZoneOffset.UTC);
        private static final byte[][] STATUS_LINES = new byte[600][];
        private static final byte[] CONTENT_TYPE = ascii("content-type: ");
        private static final byte[] CONTENT_LENGTH = ascii("content-length: ");
        private static final byte[] CLOSE = ascii("connection: close\r\n");
        private static final byte[] KEEP_ALIVE = ascii("connection: keep-alive\r\n");
        private static final byte[] LINE_END = {'\r', '\n'};

        static {
            for (int status = 200; status < STATUS_LINES.length; status++) {
                STATUS_LINES[status] = ascii("HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n");
            }
        }

        private final byte[] head = new byte[Exchange.HEAD_ROOM];
        private int length;
        private long dateSecond = Long.MIN_VALUE;
        private byte[] date;

        /** Completes the answer: its content then starts with the head, and has no body if the request was a HEAD. */
        ByteBuf complete(Exchange exchange, boolean closes, long nowMs) {
            Exchange.Reply reply = exchange.reply();
            ByteBuf content = reply.content();
            if (reply.isWhole()) {
                return content;
            }
            length = 0;
            append(STATUS_LINES[reply.status()]);
            if (reply.contentType() != null) {
                append(CONTENT_TYPE);
                append(reply.contentType().array());
                append(LINE_END);
            }
            if (reply.status() != 204) {
                append(CONTENT_LENGTH);
                number(content.readableBytes());
                append(LINE_END);
            }
            append(date(nowMs));
            if (reply.headerName() != null) {
                append(ascii(reply.headerName() + ": " + reply.headerValue() + "\r\n"));
            }
            connection(exchange, closes);
            append(LINE_END);
            if (exchange.isHead) {
                content.writerIndex(Exchange.HEAD_ROOM);
            }
            content.setBytes(Exchange.HEAD_ROOM - length, head, 0, length);
            return content.readerIndex(Exchange.HEAD_ROOM - length);
        }

        private void connection(Exchange exchange, boolean closes) {
            if (closes) {
                append(CLOSE);
            } else if (exchange.request.protocolVersion().minorVersion() == 0) {
                append(KEEP_ALIVE);
            }
        }

        private void append(byte[] bytes) {
            System.arraycopy(bytes, 0, head, length, bytes.length);
            length += bytes.length;
        }

        private void number(int value) {
            int digits = 1;
            for (int rest = value; rest >= 10; rest /= 10) {
                digits++;
            }
            int rest = value;
            for (int i = length + digits - 1; i >= length; i--) {
                head[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            length += digits;
        }

        private byte[] date(long nowMs) {
            long second = nowMs / 1000;
            if (second != dateSecond) {
                dateSecond = second;
                date = ascii("date: " + DATE.format(Instant.ofEpochSecond(second)) + "\r\n");
            }
            return date;
        }
    }
}

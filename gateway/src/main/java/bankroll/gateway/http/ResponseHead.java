package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes status line and headers into the room before the body, so that an answer is one buffer and one write. One per
 * event loop.
 */
final class ResponseHead {
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

    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("HTTP/1.1 100 Continue\r\n\r\n", StandardCharsets.US_ASCII)
                    .asReadOnly());

    private final byte[] head = new byte[Exchange.HEAD_ROOM];
    private int length;
    private long dateSecond = Long.MIN_VALUE;
    private byte[] date;

    /** The word that a client waits for before it sends a body. */
    static ByteBuf interim() {
        return CONTINUE.duplicate();
    }

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
        if (exchange.isHead()) {
            content.writerIndex(Exchange.HEAD_ROOM);
        }
        content.setBytes(Exchange.HEAD_ROOM - length, head, 0, length);
        return content.readerIndex(Exchange.HEAD_ROOM - length);
    }

    private void connection(Exchange exchange, boolean closes) {
        if (closes) {
            append(CLOSE);
        } else if (exchange.request().protocolVersion().minorVersion() == 0) {
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

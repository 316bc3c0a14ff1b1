package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Netty's strict HTTP/1.1 decoder, made stricter by {@link HeadRules.Lines}, that can be paused between requests. Bytes already
 * read then wait undecoded, so a client that pipelines far ahead costs the bytes of one read and no objects. Knows since
 * when a request is arriving.
 */
final class RequestDecoder extends HttpRequestDecoder {
    private static final int MAX_LINE = 8 * 1024;
    /** Above the 8 KiB that a signature header may have, so that its own rule decides (decisions §1). */
    private static final int MAX_HEADERS = 16 * 1024;

    private static final int MAX_CHUNK = 128 * 1024;
    private static final long NOTHING = Long.MIN_VALUE;
    /** What a head takes as objects, for each of its bytes; with less than this it is a guess on the safe side. */
    private static final int BYTES_PER_HEAD_BYTE = 3;

    private enum Mode {
        DECODING,
        PAUSED,
        DISCARDING
    }

    private final BooleanSupplier mayDecode;
    private final HeadRules.Lines lines = new HeadRules.Lines();
    /** Whether what is decoded now are lines: those of a head, or of trailers. */
    private boolean isAtLines = true;

    private Mode mode = Mode.DECODING;
    private long arrivingSinceMs = NOTHING;
    /** For how long the request that is paused had been arriving before. */
    private long arrivedForMs;

    private int headBytes;
    private boolean isDecoding;
    private ChannelHandlerContext own;

    /**
     * Decodes while that is so.
     *
     * @param mayDecode whether bytes that have come are decoded now; if not, the decoder has been paused
     */
    RequestDecoder(BooleanSupplier mayDecode) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setMaxChunkSize(MAX_CHUNK));
        this.mayDecode = mayDecode;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) throws Exception {
        super.handlerAdded(context);
        own = context;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object input) throws Exception {
        if (mode == Mode.DECODING && mayDecode.getAsBoolean() && arrivingSinceMs == NOTHING) {
            arrivingSinceMs = HttpLoop.nowMs();
        }
        boolean isWithin = isDecoding;
        isDecoding = true;
        try {
            super.channelRead(ctx, input);
        } finally {
            isDecoding = isWithin;
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        switch (mode) {
            case DECODING -> decodeStrictly(ctx, buffer, out);
            case DISCARDING -> buffer.skipBytes(buffer.readableBytes());
            case PAUSED -> {
                // the bytes wait
            }
        }
    }

    /** One call of Netty's reads lines only, or the body only; the message that a broken rule belongs to is told. */
    private void decodeStrictly(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        int from = buffer.readerIndex();
        int before = out.size();
        super.decode(ctx, buffer, out);
        if (isAtLines) {
            lines.read(buffer, from, buffer.readerIndex());
            headBytes += buffer.readerIndex() - from;
        }
        for (int i = before; i < out.size(); i++) {
            judge((HttpObject) out.get(i));
        }
    }

    private void judge(HttpObject message) {
        if (isAtLines && lines.fault() != null && message.decoderResult().isSuccess()) {
            message.setDecoderResult(DecoderResult.failure(new HeadRules.Fault(lines.fault())));
        }
        isAtLines = message instanceof LastHttpContent;
        if (isAtLines) {
            lines.reset();
        }
    }

    /** Netty's decoder would throw away what still waits here when the client closes its side. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.fireUserEventTriggered(event);
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    /** Netty calls this for each header line, those of trailers too. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        isAtLines = true;
        return super.splitHeaderName(line, start, length);
    }

    void pause() {
        if (mode == Mode.DISCARDING) {
            return;
        }
        mode = Mode.PAUSED;
        arrivedForMs += arrivingSinceMs == NOTHING ? 0 : HttpLoop.nowMs() - arrivingSinceMs;
        arrivingSinceMs = NOTHING;
    }

    /** Goes on, first with what was read before. */
    void resume(boolean isMidRequest) throws Exception {
        if (mode == Mode.DISCARDING) {
            return;
        }
        mode = Mode.DECODING;
        if (isMidRequest || arrivedForMs > 0 && hasBytes()) {
            arrivingSinceMs = HttpLoop.nowMs() - arrivedForMs;
        }
        arrivedForMs = 0;
        if (actualReadableBytes() > 0) {
            channelRead(own, Unpooled.EMPTY_BUFFER);
        }
    }

    /** The service stood still for so long: that was not the client's time. */
    void excuse(long nowMs, long silentMs) {
        if (arrivingSinceMs == NOTHING) {
            arrivedForMs = Math.max(0, arrivedForMs - silentMs);
        } else {
            arrivingSinceMs = Math.min(nowMs, arrivingSinceMs + silentMs);
        }
    }

    /** Whether bytes have come that are not decoded yet. */
    boolean hasBytes() {
        return actualReadableBytes() > 0;
    }

    /** Throws away what waits and whatever comes from here on. */
    void discard() throws Exception {
        mode = Mode.DISCARDING;
        headBytes = 0;
        if (actualReadableBytes() > 0 && !isDecoding) {
            channelRead(own, Unpooled.EMPTY_BUFFER);
        }
    }

    /** Bytes of memory for what has come of requests, but for bodies. */
    int held() {
        int waiting = actualReadableBytes() > 0 ? internalBuffer().capacity() : 0;
        return waiting + headBytes * BYTES_PER_HEAD_BYTE;
    }

    /** A whole request has been decoded; what is left belongs to the next. */
    void requestEnded() {
        headBytes = 0;
        arrivedForMs = 0;
        arrivingSinceMs = actualReadableBytes() > 0 ? HttpLoop.nowMs() : NOTHING;
    }

    /** Whether part of a request has come. */
    boolean isArriving() {
        return arrivingSinceMs != NOTHING;
    }

    /** Whether the request that is arriving has taken longer than it may. */
    boolean isSlow(long nowMs, long deadlineMs) {
        return isArriving() && nowMs - arrivingSinceMs >= deadlineMs;
    }
}

package bankroll.gateway.http;

import bankroll.condition.LogId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the bytes of one connection become, and when: Netty's strict HTTP/1.1 decoder, made stricter by
 * {@link HeadLines}. It takes bytes while there is room for another request, while the client takes its answers, and, for
 * a stranger, when it is its turn. Bytes already read then wait undecoded, so a client that pipelines far ahead costs the bytes
 * of one read and no objects. Knows since when a request is arriving. On the event loop.
 */
final class RequestDecoder extends HttpRequestDecoder implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestDecoder.class);

    private static final int MAX_LINE = 8 * 1024;
    private static final int MAX_CHUNK = 128 * 1024;
    private static final long NOTHING = Long.MIN_VALUE;
    /** What a head takes as objects, for each of its bytes; with less than this it is a guess on the safe side. */
    private static final int BYTES_PER_HEAD_BYTE = 3;

    /** Requests of one stranger before the next one's turn. */
    private static final int REQUESTS = 8;

    /** Heads and chunks that are taken of a known connection before the next look at all sockets: a read may hold 20,000. */
    static final int PIECES = 256;

    private final Port port;
    private final HttpLoop loop;
    private final HeadLines lines = new HeadLines();
    private ChannelHandlerContext own;
    /** Whether what is decoded now are lines: those of a head, or of trailers. */
    private boolean isAtLines = true;
    /** Whether bytes are being decoded. */
    private boolean isWithin;

    private boolean isReading = true;
    private boolean isInputDone;
    private boolean isDiscarding;
    private boolean isWaiting;
    private boolean hasTurn;
    /** Whether the client has closed its side. */
    private boolean isShut;
    /** Requests that a stranger has had in this turn; heads and chunks, for who is known. */
    private int taken;

    private int headBytes;
    private long arrivingSinceMs = NOTHING;
    /** For how long the request that is paused had been arriving before. */
    private long arrivedForMs;

    /** The connection, as what reads its bytes sees it. */
    interface Port {
        /** Whether its last request was let in. */
        boolean isKnown();

        /** Whether part of a request has been taken. */
        boolean isMidRequest();

        /** Whether another byte is wanted. */
        boolean wantsInput();

        /** Its turn has come: time for what was put off. */
        void turn();

        /** All that its turn allowed has been taken. */
        void turnEnded();

        /** All that the client has sent has been taken, and nothing more will come. */
        void inputEnded();
    }

    RequestDecoder(Port port, HttpLoop loop) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(HeadLines.MOST_BYTES)
                .setMaxChunkSize(MAX_CHUNK));
        this.port = port;
        this.loop = loop;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) throws Exception {
        super.handlerAdded(context);
        own = context;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object input) throws Exception {
        if (isReading && !isDiscarding && mayDecode() && arrivingSinceMs == NOTHING) {
            arrivingSinceMs = HttpContext.nowMs();
        }
        boolean wasWithin = isWithin;
        isWithin = true;
        try {
            super.channelRead(ctx, input);
        } finally {
            isWithin = wasWithin;
        }
    }

    /** Strangers take turns. */
    private boolean mayDecode() {
        taken = 0;
        if (port.isKnown() || hasTurn || isInputDone) {
            return true;
        }
        boolean isFree = loop.isFree();
        if (!isFree) {
            waitForTurn();
        }
        return isFree;
    }

    /** What is neither wanted nor thrown away waits. */
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (isDiscarding) {
            buffer.skipBytes(buffer.readableBytes());
        } else if (isReading) {
            decodeStrictly(ctx, buffer, out);
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
        DecoderResult result = message.decoderResult();
        boolean isOurs = result.isSuccess() || result.cause() instanceof TooLongHttpHeaderException;
        if (isAtLines && lines.fault() != null && isOurs) {
            message.setDecoderResult(DecoderResult.failure(lines.fault()));
        }
        isAtLines = message instanceof LastHttpContent;
        if (isAtLines) {
            lines.reset();
        }
    }

    /** Netty calls this for each header line, those of trailers too. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        isAtLines = true;
        return super.splitHeaderName(line, start, length);
    }

    /** Netty's decoder would throw away what still waits here when the client closes its side. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            shut();
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    /** Netty's decoder would pass on a head that was broken off as one that breaks a rule: its client has just gone. */
    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        endInput();
        super.channelInactive(ctx);
    }

    /** The client has closed its side. What it sent before waits for its turn all the same. */
    private void shut() {
        isShut = true;
        if (isReading || isInputDone || actualReadableBytes() == 0) {
            port.inputEnded();
        }
    }

    /** Whether the client has closed its side. */
    boolean isShut() {
        return isShut;
    }

    /** No byte is looked at any more; answers under way still go out. */
    void endInput() {
        isInputDone = true;
    }

    /** Whether no byte is looked at any more. */
    boolean isInputDone() {
        return isInputDone;
    }

    /** Something has been taken: is it another's turn? */
    void taken() {
        if (isWaiting || isInputDone) {
            return;
        }
        boolean isEnough = port.isKnown()
                ? ++taken >= PIECES
                : !port.isMidRequest() && ++taken >= REQUESTS || !loop.hasTimeForStrangers();
        if (isEnough) {
            waitForTurn();
        }
    }

    /** Takes no further byte before its turn, which a stranger's is behind all others that wait. */
    void waitForTurn() {
        if (!isWaiting) {
            isWaiting = true;
            if (port.isKnown()) {
                loop.soon(this);
            } else {
                loop.later(this);
            }
            regulate();
        }
    }

    /** Whether bytes wait for the connection's turn. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Takes no further byte before {@link #release}. */
    void hold() {
        isWaiting = true;
        regulate();
    }

    /** Takes bytes again as they come. */
    void release() {
        isWaiting = false;
        regulate();
        endTurn();
    }

    /** Its turn has come. */
    @Override
    public void run() {
        isWaiting = false;
        hasTurn = true;
        port.turn();
        regulate();
        hasTurn = false;
        endTurn();
    }

    private void endTurn() {
        if (!isWaiting && !isInputDone) {
            port.turnEnded();
        }
    }

    /** Reads on or holds on. */
    void regulate() {
        boolean wanted = !isWaiting && port.wantsInput();
        if (wanted == isReading || !own.channel().isOpen()) {
            return;
        }
        isReading = wanted;
        if (!isShut) {
            // else there is nothing to read, and Netty's epoll has forgotten the socket
            own.channel().config().setAutoRead(wanted);
        }
        if (!wanted) {
            pause();
            return;
        }
        resume();
        if (isShut && isReading && !isInputDone) {
            port.inputEnded();
        }
    }

    private void pause() {
        if (!isDiscarding) {
            arrivedForMs += arrivingSinceMs == NOTHING ? 0 : HttpContext.nowMs() - arrivingSinceMs;
            arrivingSinceMs = NOTHING;
        }
    }

    /** Goes on, first with what was read before. */
    private void resume() {
        if (isDiscarding) {
            return;
        }
        if (port.isMidRequest() || arrivedForMs > 0 && actualReadableBytes() > 0) {
            arrivingSinceMs = HttpContext.nowMs() - arrivedForMs;
        }
        arrivedForMs = 0;
        takeWaiting();
    }

    /** Throws away what waits and whatever comes from here on. */
    void discard() {
        isDiscarding = true;
        headBytes = 0;
        if (!isWithin) {
            takeWaiting();
        }
    }

    private void takeWaiting() {
        if (actualReadableBytes() > 0) {
            try {
                channelRead(own, Unpooled.EMPTY_BUFFER);
            } catch (Exception e) {
                failed(e);
            }
        }
    }

    /** Ends the connection before its time; logs what isn't its client's fault. */
    void failed(Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            LOG.warn(
                    LogId.CONNECTION_NO_MEMORY.marker(),
                    "Closing connection {}: {}",
                    own.channel(),
                    cause.getMessage());
        } else if (!isOfTheClient(cause)) {
            LOG.warn(
                    LogId.CONNECTION_FAULT.marker(),
                    "Closing connection {} after an unexpected fault",
                    own.channel(),
                    cause);
        }
        own.close();
    }

    /** A broken connection, or bytes that are none of their protocol: no defect, and anybody could fill a log with it. */
    private static boolean isOfTheClient(Throwable cause) {
        Throwable fault = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        return fault instanceof IOException || fault instanceof DecoderException;
    }

    /** A whole request has been decoded; what is left belongs to the next. */
    void requestEnded() {
        headBytes = 0;
        arrivedForMs = 0;
        arrivingSinceMs = actualReadableBytes() > 0 ? HttpContext.nowMs() : NOTHING;
    }

    /** Whether part of a request has come, and nothing here holds up the rest. */
    boolean isArriving() {
        return arrivingSinceMs != NOTHING;
    }

    /** Whether the request that is arriving takes longer than it may, by its client's fault. */
    boolean isSlow(long nowMs, long limitMs) {
        return isReading && isArriving() && nowMs - arrivingSinceMs >= limitMs;
    }

    /** The service stood still for so long: that was not the client's time. */
    void excuse(long nowMs, long silentMs) {
        if (arrivingSinceMs == NOTHING) {
            arrivedForMs = Math.max(0, arrivedForMs - silentMs);
        } else {
            arrivingSinceMs = Math.min(nowMs, arrivingSinceMs + silentMs);
        }
    }

    /** Bytes of memory for what has come of requests, but for bodies. */
    int held() {
        int waiting = actualReadableBytes() > 0 ? internalBuffer().capacity() : 0;
        return waiting + headBytes * BYTES_PER_HEAD_BYTE;
    }
}

package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: what may be read, in which order answers go, and when it ends. Requests are put together by
 * {@link RequestAssembly}; all on the event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("HTTP/1.1 100 Continue\r\n\r\n", StandardCharsets.US_ASCII)
                    .asReadOnly());
    /** Connections beyond the bound that still get an answer; the ones after them are just closed. */
    private static final int POLITE_REFUSALS = 128;

    private final HttpLoop loop;
    private final HttpContext context;
    private final HttpCounters counters;
    private final RequestDecoder decoder;
    private final ExchangeQueue queue = new ExchangeQueue();
    private final RequestAssembly assembly;
    private final Lingering lingering;
    private ChannelHandlerContext ctx;
    private boolean isReading = true;
    private boolean isInputDone;
    private boolean isInputShut;
    private boolean isDraining;
    private boolean isClosed;
    private long activeAtMs = HttpLoop.nowMs();
    private long writableAtMs = activeAtMs;

    Connection(HttpLoop loop, HttpCounters counters, RequestDecoder decoder) {
        this.loop = loop;
        this.context = loop.context();
        this.counters = counters;
        this.decoder = decoder;
        this.assembly = new RequestAssembly(this, loop);
        this.lingering = new Lingering(context.lingerMs());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        loop.opened(this);
        int open = counters.openConnections();
        if (open > this.context.maxConnections()) {
            refuse(open);
        }
    }

    private void refuse(int open) {
        counters.connectionRefused();
        if (open > context.maxConnections() + POLITE_REFUSALS) {
            abort();
        } else {
            assembly.begin(HttpExchange.unread(this));
            assembly.refuse(Problem.UNAVAILABLE, "too many connections");
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!isInputDone && message instanceof HttpRequest request) {
                begin(request);
            }
            if (!isInputDone && message instanceof HttpContent content && assembly.isUnderWay()) {
                assembly.add(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest request) {
        counters.requestStarted();
        assembly.begin(new HttpExchange(this, request));
        if (isDraining) {
            assembly.refuse(Problem.UNAVAILABLE, "the service is stopping");
        } else {
            assembly.head();
        }
    }

    void enqueue(HttpExchange exchange) {
        queue.add(exchange);
    }

    /** No further request will be read; the answers under way still go out. */
    void endInput() {
        isInputDone = true;
    }

    /** The request is whole: time for the next one, if there is room. */
    void requestEnded() {
        decoder.requestEnded();
    }

    void answered() {
        flush();
    }

    /** Sends every answer whose turn it is, then decides whether to read on. */
    void flush() {
        boolean wrote = false;
        for (HttpExchange exchange = queue.pollReady(); exchange != null; exchange = queue.pollReady()) {
            boolean closes = exchange.isLast() || isDraining && queue.isEmpty();
            counters.replied(exchange.reply().status());
            exchange.observed();
            ByteBuf answer = loop.responseHead().complete(exchange, closes, System.currentTimeMillis());
            if (closes) {
                isInputDone = true;
                ctx.writeAndFlush(answer).addListener(written -> linger());
                return;
            }
            ctx.write(answer, ctx.voidPromise());
            wrote = true;
        }
        wrote |= sendContinue();
        if (wrote) {
            activeAtMs = HttpLoop.nowMs();
            ctx.flush();
        }
        regulateReading();
    }

    /** The client waits for a word before it sends the body; earlier answers go first. */
    private boolean sendContinue() {
        HttpExchange first = queue.first();
        if (first == null || !first.wantsContinue()) {
            return false;
        }
        first.wantContinue(false);
        ctx.write(CONTINUE.duplicate(), ctx.voidPromise());
        return true;
    }

    /** Reads on while there is room for another request and the client takes its answers. */
    private void regulateReading() {
        boolean hasRoom = assembly.isUnderWay() || queue.size() < context.maxInFlightPerConnection();
        boolean wanted = !isInputDone && hasRoom && ctx.channel().isWritable();
        if (wanted == isReading || lingering.hasBegun() || isClosed) {
            return;
        }
        isReading = wanted;
        ctx.channel().config().setAutoRead(wanted);
        if (wanted) {
            resumeDecoding();
        } else {
            decoder.pause();
        }
    }

    private void resumeDecoding() {
        try {
            decoder.resume(ctx.pipeline().context(decoder), assembly.isUnderWay());
        } catch (Exception e) {
            exceptionCaught(ctx, e);
        }
    }

    /** No further answer will go out. */
    private void linger() {
        if (isClosed || lingering.hasBegun()) {
            return;
        }
        isInputDone = true;
        decoder.discard();
        lingering.begin(ctx, isInputShut);
    }

    /** Looks at every deadline of this connection. */
    void tick(long nowMs) {
        if (lingering.hasBegun()) {
            closeIf(lingering.isOver(nowMs));
            return;
        }
        for (HttpExchange late = queue.firstLate(nowMs); late != null; late = queue.firstLate(nowMs)) {
            late.problem(Problem.UNAVAILABLE, "no answer in time; the outcome is unknown");
        }
        if (!ctx.channel().isWritable()) {
            closeIf(nowMs - writableAtMs >= context.idleMs());
            return;
        }
        writableAtMs = nowMs;
        if (isReading && !isInputDone && decoder.isSlow(nowMs, context.requestDeadlineMs())) {
            refuseSlow();
        } else if (queue.isEmpty() && !decoder.isArriving() && nowMs - activeAtMs >= context.idleMs()) {
            linger();
        }
    }

    private void closeIf(boolean over) {
        if (over) {
            abort();
        }
    }

    private void refuseSlow() {
        if (!assembly.isUnderWay()) {
            assembly.begin(HttpExchange.unread(this));
        }
        assembly.refuse(
                Problem.MALFORMED_REQUEST, "the request did not arrive within " + context.requestDeadlineMs() + " ms");
    }

    /** Finishes what has begun, takes nothing new, closes. */
    void drain() {
        isDraining = true;
        if (queue.isEmpty()) {
            linger();
        }
    }

    /** Closes at once. */
    void abort() {
        ctx.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputShut();
        }
    }

    /** The client sends nothing more; it may still wait for answers. */
    private void inputShut() {
        isInputShut = true;
        isInputDone = true;
        assembly.cancel(queue);
        if (lingering.hasBegun() || queue.isEmpty()) {
            abort();
        } else {
            queue.last().markLast();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        regulateReading();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isClosed = true;
        queue.abandonAll();
        assembly.cancel(queue);
        loop.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.warn("Closing connection {} after an unexpected fault", context.channel(), cause);
        }
        abort();
    }

    boolean isOpen() {
        return !isClosed;
    }

    HttpContext context() {
        return context;
    }

    ByteBufAllocator allocator() {
        return ctx.alloc();
    }
}

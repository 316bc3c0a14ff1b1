package bankroll.gateway.http;

import bankroll.gateway.http.tls.TlsConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: what may be read, in which order answers go, and when it ends. Requests are put together by
 * {@link RequestAssembly}; all on the event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter
        implements Exchange.Port, RequestAssembly.Port, HttpLoop.Member {
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
    /** In the order in which their requests came and their answers must go. */
    private final ArrayDeque<Exchange> queue = new ArrayDeque<>(4);

    private final RequestAssembly assembly;
    private ChannelHandlerContext ctx;
    private ClientAddress connected;
    private boolean isReading = true;
    private boolean isInputDone;
    private boolean isInputShut;
    private boolean isDraining;
    private boolean isLingering;
    private boolean isClosed;
    private long activeAtMs = HttpLoop.nowMs();
    private long writableAtMs = activeAtMs;
    private long lingerUntilMs;

    Connection(HttpLoop loop, HttpCounters counters, RequestDecoder decoder) {
        this.loop = loop;
        this.context = loop.context();
        this.counters = counters;
        this.decoder = decoder;
        this.assembly = new RequestAssembly(this, loop);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        if (connected == null) {
            connected = peer(context);
        }
        loop.opened(this);
        int open = counters.openConnections();
        if (open > this.context.maxConnections()) {
            refuse(open);
        }
    }

    private static ClientAddress peer(ChannelHandlerContext context) {
        // gone before it was looked at: there is no address any more
        boolean isKnown = context.channel().remoteAddress() instanceof InetSocketAddress;
        return ClientAddress.of(
                isKnown
                        ? ((InetSocketAddress) context.channel().remoteAddress()).getAddress()
                        : new InetSocketAddress(0).getAddress());
    }

    private void refuse(int open) {
        counters.connectionRefused();
        // under TLS a word of refusal would cost a handshake
        if (context.tls().isPresent() || open > context.maxConnections() + POLITE_REFUSALS) {
            abort();
        } else {
            assembly.begin(Exchange.unread(this, context));
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
        assembly.begin(new Exchange(this, context, request));
        if (isDraining) {
            assembly.refuse(Problem.UNAVAILABLE, "the service is stopping");
        } else {
            assembly.head();
        }
    }

    @Override
    public void begun(Exchange exchange) {
        queue.addLast(exchange);
    }

    @Override
    public void endInput() {
        isInputDone = true;
    }

    @Override
    public void requestEnded() {
        decoder.requestEnded();
    }

    @Override
    public void answered() {
        flush();
    }

    @Override
    public void flush() {
        boolean wrote = false;
        while (!queue.isEmpty() && queue.peekFirst().isReady()) {
            Exchange exchange = queue.pollFirst();
            boolean closes = exchange.isLast() || isDraining && queue.isEmpty();
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
        Exchange first = queue.peekFirst();
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
        if (wanted == isReading || isLingering || isClosed) {
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

    /**
     * The last answer is out, but bytes of the client may be on their way. Closing now would answer them with a reset,
     * which can destroy the answer before the client has read it; so the service's side is closed, and what still comes is
     * thrown away until the client closes or the time is over.
     */
    private void linger() {
        if (isClosed || isLingering) {
            return;
        }
        isInputDone = true;
        isLingering = true;
        lingerUntilMs = HttpLoop.nowMs() + context.lingerMs();
        decoder.discard();
        if (isInputShut || !(ctx.channel() instanceof DuplexChannel duplex)) {
            ctx.close();
            return;
        }
        TlsConnection.shutOutput(duplex);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void tick(long nowMs) {
        if (isLingering) {
            closeIf(nowMs - lingerUntilMs >= 0);
            return;
        }
        answerLate(nowMs);
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

    private void answerLate(long nowMs) {
        for (Exchange late = firstLate(nowMs); late != null; late = firstLate(nowMs)) {
            late.problem(Problem.UNAVAILABLE, "no answer in time; the outcome is unknown");
        }
    }

    /** The oldest exchange whose answer is overdue, or null: an answer changes the queue. */
    private Exchange firstLate(long nowMs) {
        for (Exchange exchange : queue) {
            if (exchange.isLate(nowMs)) {
                return exchange;
            }
        }
        return null;
    }

    private void closeIf(boolean over) {
        if (over) {
            abort();
        }
    }

    private void refuseSlow() {
        if (!assembly.isUnderWay()) {
            assembly.begin(Exchange.unread(this, context));
        }
        assembly.refuse(
                Problem.MALFORMED_REQUEST, "the request did not arrive within " + context.requestDeadlineMs() + " ms");
    }

    @Override
    public void drain() {
        isDraining = true;
        if (queue.isEmpty()) {
            linger();
        }
    }

    @Override
    public void abort() {
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
        Exchange cancelled = assembly.cancel();
        if (cancelled != null && queue.peekLast() == cancelled) {
            queue.removeLast().abandon();
        }
        if (isLingering || queue.isEmpty()) {
            abort();
        } else {
            queue.getLast().markLast();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        regulateReading();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isClosed = true;
        queue.forEach(Exchange::abandon);
        queue.clear();
        assembly.cancel();
        loop.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.warn("Closing connection {} after an unexpected fault", context.channel(), cause);
        }
        abort();
    }

    @Override
    public ClientAddress connected() {
        return connected;
    }

    @Override
    public boolean isOpen() {
        return !isClosed;
    }

    @Override
    public List<String> clientNames() {
        return TlsConnection.namesOf(ctx.channel());
    }

    @Override
    public ByteBufAllocator allocator() {
        return ctx.alloc();
    }
}

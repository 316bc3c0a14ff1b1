package bankroll.gateway.http;

import bankroll.gateway.http.tls.Tls;
import bankroll.gateway.http.tls.TlsClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * One connection: what may be read, in which order answers go, and when it ends. Requests are put together by
 * {@link RequestAssembly}; all on the event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter
        implements Exchange.Port, RequestAssembly.Port, RequestDecoder.Port, Crowd.Member, TlsClient {
    /** Stands before this in the pipeline. */
    final RequestDecoder decoder;

    private final HttpLoop loop;
    private final HttpContext context;
    private final Crowd crowd;
    private final Crowd.Footprint footprint;
    private final AnswerQueue queue = new AnswerQueue();
    private final RequestAssembly assembly;
    private ChannelHandlerContext ctx;
    private ClientAddress connected;
    /** Whether it is one of the client's that has connected; a trusted proxy's own isn't. */
    private boolean isCounted;

    private List<String> clientNames = List.of();
    private boolean hasAsked;

    private boolean isSentAway;
    private boolean isDraining;
    private boolean isClosed;
    private long activeAtMs = HttpContext.nowMs();
    /** While draining: until when a stranger may take the answers it has. */
    private long goneAtMs;

    Connection(HttpLoop loop) {
        this.loop = loop;
        this.context = loop.context;
        this.crowd = loop.crowd;
        this.decoder = new RequestDecoder(this, loop);
        this.footprint = crowd.new Footprint();
        this.assembly = new RequestAssembly(this, queue, decoder, loop);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        queue.opened(context);
        connected = ClientAddress.of(context.channel());
        turnAway(crowd.enter(this, connected));
        if (!decoder.isInputDone() && !this.context.proxies().isOne(connected)) {
            count();
        }
    }

    /** Counts the connection as one of its client; a proxy's own have no bound but the listener's. */
    private void count() {
        isCounted = true;
        turnAway(crowd.enterAs(this, connected));
    }

    private void turnAway(Problem.Prepared refusal) {
        if (refusal != null && crowd.isPolite()) {
            assembly.begin(Exchange.unread(this, context));
            assembly.refuse(refusal);
        } else if (refusal != null) {
            decoder.endInput();
            abort();
        }
    }

    @Override
    public long network() {
        return connected.network();
    }

    @Override
    public boolean isProxy() {
        return !isCounted;
    }

    /** Of who was turned away before, it is no news. */
    @Override
    public void handshakeFailed() {
        if (!decoder.isInputDone()) {
            crowd.turnedAway(Turning.HANDSHAKE_FAILED, connected);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!decoder.isInputDone() && message instanceof HttpRequest request) {
                begin(request);
            }
            if (!decoder.isInputDone() && message instanceof HttpContent content && assembly.isUnderWay()) {
                assembly.add(content);
            }
            decoder.taken();
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** All that has come has been looked at, and what could be sent has been. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!decoder.isInputDone() && !decoder.isWaiting()) {
            assembly.judgeHead();
        }
        measure();
    }

    @Override
    public void release() {
        decoder.release();
        measure();
    }

    @Override
    public void turn() {
        assembly.goOn();
    }

    @Override
    public void turnEnded() {
        assembly.judgeHead();
    }

    @Override
    public boolean isKnown() {
        return queue.isKnown();
    }

    @Override
    public boolean isMidRequest() {
        return assembly.isUnderWay();
    }

    @Override
    public boolean wantsInput() {
        boolean hasRoom = assembly.isUnderWay() || queue.size() < context.maxInFlightPerConnection();
        return queue.isFarewell()
                || !decoder.isInputDone() && hasRoom && ctx.channel().isWritable();
    }

    private void begin(HttpRequest request) {
        hasAsked = true;
        assembly.begin(new Exchange(this, context, request));
        if (isDraining) {
            assembly.refuse(Problem.UNAVAILABLE, "the service is stopping");
        } else {
            assembly.head();
        }
    }

    @Override
    public void answered() {
        flush();
    }

    @Override
    public void flush() {
        boolean wrote = false;
        for (Exchange exchange = queue.pollReady(); exchange != null; exchange = queue.pollReady()) {
            boolean closes = exchange.isLast() || queue.isEmpty() && (isDraining || isSentAway && decoder.held() == 0);
            exchange.observed();
            ByteBuf answer = loop.responseHead.complete(exchange, closes, System.currentTimeMillis());
            if (closes) {
                decoder.endInput();
                ctx.writeAndFlush(answer).addListener(written -> linger());
                decoder.regulate();
                return;
            }
            ctx.write(answer, ctx.voidPromise());
            wrote = true;
        }
        ByteBuf word = queue.pollContinue();
        if (word != null) {
            // earlier answers went first
            ctx.write(word, ctx.voidPromise());
            wrote = true;
        }
        if (wrote) {
            activeAtMs = HttpContext.nowMs();
            ctx.flush();
        }
        decoder.regulate();
    }

    /** The last answer is out. */
    private void linger() {
        if (!isClosed && !queue.isFarewell()) {
            decoder.endInput();
            decoder.discard();
            queue.beginFarewell(HttpContext.nowMs(), decoder.isShut());
        }
    }

    /** Counts what the connection holds; whoever then is the worst has to go, this one or another. */
    private void measure() {
        if (!ctx.channel().isOpen()) {
            // it may have been shed: what it held counts no more
            return;
        }
        if (!footprint.requests(queue.isFarewell() ? 0 : assembly.held() + decoder.held())) {
            crowd.shedSenders(HttpContext.nowMs());
        }
        if (ctx.channel().isOpen() && !footprint.answers(queue.bytes(), queue.sentOfFirst())) {
            crowd.shedReaders(HttpContext.nowMs());
        }
    }

    @Override
    public Crowd.Footprint footprint() {
        return footprint;
    }

    @Override
    public void shedSender() {
        crowd.turnedAway(Turning.SENDER_SHED, connected);
        footprint.requests(0);
        if (decoder.isInputDone()) {
            assembly.abandon();
            abort();
            return;
        }
        if (!assembly.hasRequest()) {
            assembly.begin(Exchange.unread(this, context));
        }
        assembly.refuse(context.noMemory);
        if (queue.isEmpty()) {
            // its answer has gone before: what it holds is a body that is still looked at
            queue.whenSent(this::linger);
        }
        decoder.discard();
    }

    @Override
    public void shedReader() {
        crowd.turnedAway(Turning.READER_SHED, connected);
        footprint.answers(0, 0);
        queue.reset();
    }

    @Override
    public Crowd.Standing standing() {
        if (queue.isFarewell() || !ctx.channel().isOpen()) {
            // who has made room can't make it again
            return ctx.channel().isOpen() ? Crowd.Standing.LEAVING : Crowd.Standing.BUSY;
        }
        boolean isArriving = decoder.isWaiting() || assembly.isUnderWay() || decoder.isArriving();
        return Crowd.Standing.of(queue.isKnown(), queue.size() > (assembly.isUnderWay() ? 1 : 0), isArriving);
    }

    @Override
    public void tick(long nowMs, long silentMs) {
        if (queue.isFarewell()) {
            queue.endFarewell(nowMs);
            return;
        }
        decoder.excuse(nowMs, silentMs);
        assembly.answerLate(nowMs);
        measure();
        if (isClosed) {
            return;
        }
        if (queue.unsentBytes() > 0) {
            // it is idle once it has all of its answers
            activeAtMs = nowMs;
        }
        if (isDraining && !queue.isKnown() && nowMs - goneAtMs >= 0 && queue.isEmpty()) {
            abort();
        } else if (queue.unsentBytes() > 0
                && footprint.unreadMs(nowMs) >= Math.min(context.unreadMs(), context.idleMs())) {
            abort();
        } else if (!decoder.isInputDone() && decoder.isSlow(nowMs, context.arrivalLimitMs(assembly.isUnderWay()))) {
            refuseSlow();
        } else if (queue.isEmpty()
                && !decoder.isWaiting()
                && !decoder.isArriving()
                && nowMs - activeAtMs >= context.idleLimitMs(hasAsked)) {
            linger();
        }
    }

    private void refuseSlow() {
        crowd.turnedAway(Turning.TOO_SLOW, connected);
        long limitMs = context.arrivalLimitMs(assembly.isUnderWay());
        if (!assembly.isUnderWay()) {
            assembly.begin(Exchange.unread(this, context));
        }
        assembly.refuse(Problem.MALFORMED_REQUEST, "the request did not arrive within " + limitMs + " ms");
    }

    @Override
    public void sendAway() {
        isSentAway = true;
    }

    @Override
    public void drain() {
        isDraining = true;
        goneAtMs = HttpContext.nowMs() + HttpContext.LINGER_MS;
        if (queue.isEmpty()) {
            // behind answers that are not out yet
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> linger());
        }
    }

    @Override
    public void makeRoom() {
        if (!queue.isFarewell()) {
            crowd.turnedAway(Turning.MADE_ROOM, connected);
        }
        decoder.endInput();
        abort();
    }

    @Override
    public void abort() {
        queue.cut();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ClientAddress client) {
            connected = client;
            count();
        } else if (event instanceof Tls.ClientNames names) {
            clientNames = names.names();
        }
    }

    /** The client sends nothing more; it may still wait for answers. */
    @Override
    public void inputEnded() {
        decoder.endInput();
        assembly.cancel();
        if (queue.isFarewell()) {
            abort();
        } else if (queue.isEmpty()) {
            queue.whenSent(this::linger);
        } else {
            queue.markLast();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        decoder.regulate();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isClosed = true;
        decoder.endInput();
        queue.abandon();
        assembly.abandon();
        footprint.requests(0);
        footprint.answers(0, 0);
        crowd.left(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        decoder.failed(cause);
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
        return clientNames;
    }

    @Override
    public ByteBufAllocator allocator() {
        return ctx.alloc();
    }
}

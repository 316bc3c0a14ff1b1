package bankroll.gateway.http;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.gateway.http.tls.Tls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An address that answers HTTP: opened by {@link #start}, ended by {@link #drain} and {@link #close}; any thread. */
public final class HttpListener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(128 * 1024, 512 * 1024);
    private static final long STOP_LIMIT_S = 5;

    private final EventLoopGroup group;
    /** Null: plain HTTP. */
    private final Tls tls;

    /** Verifies and decodes large bodies; a loop gives it one at a time. */
    private final ExecutorService bodyThread;

    private final Map<EventLoop, HttpLoop> loops = new IdentityHashMap<>();
    private final HttpCounters counters;
    private final CountDownLatch lastConnectionClosed = new CountDownLatch(1);
    private volatile boolean isDraining;
    private Channel server;

    private HttpListener(HttpContext context, EventLoopGroup group, Tls tls) {
        this.group = group;
        this.counters = new HttpCounters(context);
        this.bodyThread = Executors.newSingleThreadExecutor(new DefaultThreadFactory(context.name() + "-bodies", true));
        this.tls = tls;
        if (tls != null) {
            counters.certified(tls::notAfterMs);
        }
    }

    /**
     * Binds and serves.
     *
     * @param routes makes those of one event loop, on the calling thread
     * @throws IOException when the address can't be had
     */
    public static HttpListener start(HttpContext context, Function<EventLoop, Routes> routes) throws IOException {
        context.conclude();
        Tls tls = context.tls()
                .map(files -> new Tls(
                        context.name(),
                        files,
                        context.tlsProvider(),
                        context.handshakeThread(),
                        context.handshakeDeadlineMs()))
                .orElse(null);
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(
                context.eventLoops(), new DefaultThreadFactory(context.name()), context.polling.handlers());
        HttpListener listener = new HttpListener(context, group, tls);
        try {
            listener.open(context, routes);
            return listener;
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    private void open(HttpContext context, Function<EventLoop, Routes> routes) throws IOException {
        counters.silence(this::silentMs);
        for (EventExecutor executor : group) {
            EventLoop eventLoop = (EventLoop) executor;
            HttpLoop loop = new HttpLoop(eventLoop, context, counters, routes.apply(eventLoop), bodyThread);
            loops.put(eventLoop, loop);
            eventLoop.submit(() -> Rehearsal.play(loop.routes())).syncUninterruptibly();
            loop.start();
        }
        ChannelFuture bound = bootstrap(context.polling).bind(context.listen).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "can't listen on " + context.listen + " (" + context.name() + "): "
                            + bound.cause().getMessage(),
                    "choose another address or end what uses it",
                    bound.cause());
        }
        server = bound.channel();
    }

    private ServerBootstrap bootstrap(Polling polling) {
        return new ServerBootstrap()
                .group(group)
                .channel(polling.servers())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        assemble(channel);
                    }
                });
    }

    /** One read, then the next connection: nobody's stream keeps the others waiting. */
    private static RecvByteBufAllocator readSizes() {
        return new AdaptiveRecvByteBufAllocator(1024, 16 * 1024, 128 * 1024).maxMessagesPerRead(1);
    }

    private void assemble(Channel channel) {
        counters.connectionOpened();
        channel.closeFuture().addListener(closed -> connectionClosed());
        HttpLoop loop = loops.get(channel.eventLoop());
        Connection connection = new Connection(loop);
        if (tellsItsClient(loop.context.proxies(), channel)) {
            Proxies.Header header = new Proxies.Header(() -> withoutHeader(connection, loop));
            channel.pipeline().addLast(new HAProxyMessageDecoder()).addLast(header);
        }
        channel.pipeline().addLast(new FlushConsolidationHandler(256, true));
        if (tls != null) {
            tls.secure(channel, connection);
        }
        channel.pipeline().addLast(connection.decoder).addLast(connection);
    }

    private static boolean tellsItsClient(Proxies proxies, Channel channel) {
        return proxies.telling() == Proxies.Telling.PROXY_PROTOCOL && proxies.isOne(ClientAddress.of(channel));
    }

    /** Told once, and not as a failed handshake, too. */
    private static void withoutHeader(Connection connection, HttpLoop loop) {
        if (!connection.decoder.isInputDone()) {
            connection.decoder.endInput();
            loop.crowd.turnedAway(Turning.NO_PROXY_HEADER, connection.connected());
        }
    }

    private void connectionClosed() {
        if (counters.connectionClosed() == 0 && isDraining) {
            lastConnectionClosed.countDown();
        }
    }

    /** Replaces the routes of every event loop; a request goes on with the route that its head found. */
    public void reroute(Function<EventLoop, Routes> routes) {
        loops.forEach((eventLoop, loop) -> loop.routes(routes.apply(eventLoop)));
    }

    /**
     * Reads the certificates of these options, and tells how to put them in force for new connections.
     *
     * @throws ConditionException names what can't be used; nothing has changed
     */
    public Runnable certificateRenewal(HttpContext context) {
        if (context.tls().isPresent() != (tls != null)) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "listener " + context.name() + ": TLS can't be switched on or off while it runs",
                    "start the service again");
        }
        return tls == null ? () -> {} : tls.renewal(context.tls().orElseThrow());
    }

    /** Where it listens, with the port it really got. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** What it has seen. */
    public HttpCounters counters() {
        return counters;
    }

    private long silentMs() {
        return loops.values().stream().mapToLong(HttpLoop::silentMs).max().orElse(0);
    }

    /**
     * Has the connections of now end with their next answer, which says so: their clients connect anew, and elsewhere if
     * something in front of this service has turned away from it by now. New ones are kept alive as ever: each request of a
     * client that has nobody else would pay for a connection.
     */
    public void sendAway() {
        for (HttpLoop loop : loops.values()) {
            loop.eventLoop.execute(loop::sendAway);
        }
    }

    /**
     * Stops accepting, lets every request under way be answered, and closes the connections.
     *
     * @return whether all of them closed within the time
     */
    public boolean drain(long timeoutMs) throws InterruptedException {
        // a loop that doesn't turn must not keep the process from its end
        server.close().awaitUninterruptibly(STOP_LIMIT_S, TimeUnit.SECONDS);
        isDraining = true;
        for (HttpLoop loop : loops.values()) {
            loop.eventLoop.execute(loop::drain);
        }
        return counters.openConnections() == 0 || lastConnectionClosed.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Closes everything at once. */
    @Override
    public void close() {
        if (server != null) {
            server.close().awaitUninterruptibly(STOP_LIMIT_S, TimeUnit.SECONDS);
        }
        for (HttpLoop loop : loops.values()) {
            loop.eventLoop.submit(loop::closeAll).awaitUninterruptibly(STOP_LIMIT_S, TimeUnit.SECONDS);
        }
        group.shutdownGracefully(0, STOP_LIMIT_S, TimeUnit.SECONDS)
                .awaitUninterruptibly(STOP_LIMIT_S, TimeUnit.SECONDS);
        bodyThread.shutdownNow();
        if (tls != null) {
            tls.close();
        }
    }
}

package bankroll.gateway.http;

import bankroll.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A listener with a small handler: {@code /echo} answers the body, {@code /later} waits to be released. */
final class TestServer implements AutoCloseable {
    /** A test may be held up at any point: no deadline comes that it does not ask for. */
    private static final long PATIENCE_MS = 300_000;

    private final BlockingQueue<Exchange> waiting = new LinkedBlockingQueue<>();
    private final List<String> turnedAway = new CopyOnWriteArrayList<>();
    private final HttpListener listener;
    private volatile EventLoop loop;
    private volatile boolean isSeen;
    private volatile Runnable standing;
    private volatile int steps;
    private final AtomicInteger besides = new AtomicInteger();
    private final CountDownLatch seen = new CountDownLatch(1);

    TestServer(Consumer<HttpContext> options) {
        HttpContext context = new HttpContext()
                .name("test")
                .listen(new InetSocketAddress("127.0.0.1", 0))
                .handshakeDeadlineMs(PATIENCE_MS)
                .firstRequestMs(PATIENCE_MS)
                .headDeadlineMs(PATIENCE_MS)
                .requestDeadlineMs(PATIENCE_MS)
                .replyDeadlineMs(PATIENCE_MS)
                .doorkeeper((why, client) -> turnedAway.add(why + " " + client));
        options.accept(context);
        try {
            listener = HttpListener.start(context, eventLoop -> {
                loop = eventLoop;
                return routes();
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Routes routes() {
        return new Routes()
                .add("POST", "/echo", TestServer::echo)
                .add("POST", "/seen", exchange -> {
                    isSeen = true;
                    seen.countDown();
                    echo(exchange);
                })
                .add("GET", "/items/{id}", exchange -> text(exchange, exchange.pathParameter()))
                .add("GET", "/items/{id}/parts", exchange -> text(exchange, "parts of " + exchange.pathParameter()))
                .add("POST", "/later", waiting::add)
                .add("GET", "/later", waiting::add)
                .add("POST", "/defect", exchange -> {
                    throw new IllegalStateException("secret words");
                })
                .add("POST", "/members", new Members())
                .add("POST", "/standing", new Standing())
                .add("POST", "/beside", exchange -> exchange.aside(new UntilSeen(exchange)))
                .add("POST", "/steps", new Steps());
    }

    /** Looks at a large body until somebody else was answered. */
    private final class UntilSeen implements Exchange.Aside {
        private final Exchange exchange;

        UntilSeen(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void work() {
            besides.incrementAndGet();
            await(seen);
            if (exchange.bodyLength() % 2 == 1) {
                throw new IllegalStateException("secret words");
            }
        }

        @Override
        public void then() {
            exchange.admitted();
            echo(exchange);
        }
    }

    /** Handles nothing before somebody else was answered: each call of it is a step. */
    private final class Steps implements Routes.Handler {
        @Override
        public boolean prepare(Exchange exchange) {
            steps++;
            return isSeen;
        }

        @Override
        public void handle(Exchange exchange) {
            exchange.admitted();
            echo(exchange);
        }
    }

    /** Whom the header {@code member} makes one; told by the head alone. */
    private static final class Members implements Routes.Handler {
        @Override
        public void head(Exchange exchange) {
            if (exchange.header("member") == null) {
                exchange.problem(Problem.UNAUTHORIZED, null);
            }
        }

        @Override
        public void handle(Exchange exchange) {
            head(exchange);
            if (!exchange.isAnswered()) {
                exchange.admitted();
                echo(exchange);
            }
        }
    }

    /** The service stands still when a head of it has come: for as long as the test says. */
    private final class Standing implements Routes.Handler {
        @Override
        public void head(Exchange exchange) {
            standing.run();
        }

        @Override
        public void handle(Exchange exchange) {
            echo(exchange);
        }
    }

    private static void echo(Exchange exchange) {
        ByteBuf answer = exchange.newBody(exchange.bodyLength());
        exchange.ok(answer.writeBytes(exchange.body(), 0, exchange.bodyLength()));
    }

    static void text(Exchange exchange, String text) {
        ByteBuf answer = exchange.newBody(text.length());
        exchange.ok(answer.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** The next exchange that came to {@code /later}. */
    Exchange awaitWaiting() {
        try {
            Exchange exchange = waiting.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
            if (exchange == null) {
                throw new AssertionError("no request came to /later");
            }
            return exchange;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** How many steps were taken towards what {@code /steps} handles once {@code /seen} was called. */
    int steps() {
        return steps;
    }

    /** How many large bodies are looked at, or were. */
    int besides() {
        return besides.get();
    }

    /** Who was turned away and why, in order. */
    List<String> turnedAway() {
        return turnedAway;
    }

    /** Waits until so many clients were turned away for this. */
    void shouldHaveTurnedAway(long clients, Turning why, Duration within) {
        Eventually.within(
                within, "clients turned away: " + why, () -> listener.counters().count(why), seen -> seen == clients);
    }

    int waiting() {
        return waiting.size();
    }

    /** What the service does on its event loop when the head of a {@code /standing} has come, and not all of its body. */
    void whileStanding(Runnable action) {
        standing = action;
    }

    /** Runs on the event loop and waits for it. */
    void onLoop(Runnable action) {
        loop.submit(action).awaitUninterruptibly();
    }

    void release(Exchange exchange, String text) {
        onLoop(() -> text(exchange, text));
    }

    /** From another address of this machine: on Linux all of 127.0.0.0/8 is. */
    RawConnection connectFrom(String address) {
        return new RawConnection(address, listener.address().getPort());
    }

    /** Connects and asks while the service stands still: none of its deadlines begins before the request is there. */
    RawConnection connectAsking(String request) {
        CountDownLatch stands = new CountDownLatch(1);
        CountDownLatch hasAsked = new CountDownLatch(1);
        loop.execute(() -> {
            stands.countDown();
            await(hasAsked);
        });
        await(stands);
        try {
            RawConnection raw = connect();
            raw.send(request);
            return raw;
        } finally {
            hasAsked.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    RawConnection connect() {
        return new RawConnection(listener.address().getPort());
    }

    HttpListener listener() {
        return listener;
    }

    @Override
    public void close() {
        listener.close();
    }
}

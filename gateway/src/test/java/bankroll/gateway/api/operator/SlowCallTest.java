package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.api.Call.Loop;
import bankroll.gateway.api.Endpoint;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Secret;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Exchanges;
import bankroll.gateway.http.Routes;
import bankroll.protocol.HashKey;
import bankroll.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlowCallTest {
    private static final String TOKEN = "ada-0123456789abcdef";

    private final OperatorContext context =
            new OperatorContext().tokens(List.of(new OperatorToken("ada", OperatorRole.ADMIN, new Secret(TOKEN))));
    private final Queue<Runnable> loop = new ConcurrentLinkedQueue<>();
    private final Routes routes = new Routes();

    private static Exchange asked() {
        Exchange exchange = Exchanges.post("/chain");
        exchange.headers().set("authorization", "Bearer " + TOKEN);
        return exchange;
    }

    private void serve(ThreadFactory threads) {
        serve((query, by) -> Exchange::noContent, threads);
    }

    private void serve(SlowCall.Work work, ThreadFactory threads) {
        SlowCall call = new SlowCall("POST", "/chain", work, threads);
        Loop calls = new Loop(loop::add, 8, request -> false, new HashKey(1, 2));
        Endpoint.add(routes, "", calls, context.admission(call.needed()), call, call);
    }

    private void handle(Exchange exchange) {
        Exchanges.handle(routes, exchange);
    }

    /** A hand-over takes up to 28 s: who gives up before doesn't hear who leads. */
    @Test
    void shouldBeWaitedForByOurClientUntilTheServiceAnswers() {
        List<OperatorOperation> slow = OperatorApi.operations(context).stream()
                .filter(SlowCall.class::isInstance)
                .toList();

        assertEquals(6, slow.size());
        for (OperatorOperation call : slow) {
            Duration patience = ServiceClient.patience("/operator/v1" + call.path() + "?to=1");
            assertTrue(patience.toMillis() > SlowCall.LONGER_MS, call::path);
        }
        assertTrue(ServiceClient.patience("/operator/v1/status").toMillis() < SlowCall.LONGER_MS);
    }

    /** Does its work at once, or can't be started. */
    private static Thread thread(Runnable call, boolean hasRoom) {
        return new Thread(call) {
            @Override
            public void start() {
                if (!hasRoom) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                call.run();
            }
        };
    }

    @Test
    void shouldDoItLaterWhenThereWasNoThreadForIt() {
        boolean[] hasRoom = new boolean[1];
        serve(work -> thread(work, hasRoom[0]));
        assertThrows(OutOfMemoryError.class, () -> handle(asked()));
        hasRoom[0] = true;
        Exchange later = asked();
        handle(later);
        loop.remove().run();
        assertEquals(204, Exchanges.status(later));
    }

    @Test
    void shouldDoOneAtATime() {
        ArrayDeque<Runnable> begun = new ArrayDeque<>();
        serve(work -> thread(() -> begun.add(work), true));
        Exchange first = asked();
        Exchange second = asked();
        handle(first);
        handle(second);
        assertEquals(409, Exchanges.status(second));
        assertEquals("retry-after: 1", Exchanges.header(second), "the first is soon over");
        begun.remove().run();
        loop.remove().run();
        assertEquals(204, Exchanges.status(first));
        handle(asked());
        assertEquals(1, begun.size());
    }

    @Test
    void shouldNotBeginWithTwoTokens() {
        serve(work -> thread(work, true));
        Exchange twice = asked();
        twice.headers().add("authorization", "Bearer another");
        handle(twice);
        assertEquals(401, Exchanges.status(twice));
        assertTrue(loop.isEmpty());
    }

    @Test
    void shouldNotBeginWithoutATokenNorLookAtABody() {
        serve(work -> thread(work, true));
        Exchange stranger = Exchanges.post("/chain");
        handle(stranger);
        assertEquals(401, Exchanges.status(stranger));
        assertTrue(loop.isEmpty());
        Exchange known = asked();
        known.headers().set("content-type", "text/plain");
        handle(known);
        loop.remove().run();
        assertEquals(204, Exchanges.status(known));
    }

    @Test
    void shouldTellWhatWasAskedAndWhoAsks() {
        List<String> told = new ArrayList<>();
        serve(
                (query, by) -> {
                    told.addAll(List.of(query, by, Thread.currentThread().getName()));
                    return Exchange::noContent;
                },
                Thread::new);
        Exchange exchange = Exchanges.post("/chain?at=7");
        exchange.headers().set("authorization", "Bearer " + TOKEN);
        handle(exchange);
        Eventually.within(Duration.ofSeconds(30), "the answer", loop::size, size -> size == 1);
        assertEquals(List.of("at=7", "ada", "chain"), told);
    }

    @Test
    void shouldAnswerADefectAndDoItAgain() {
        AtomicInteger times = new AtomicInteger();
        serve(
                (query, by) -> {
                    if (times.incrementAndGet() == 1) {
                        throw new IllegalStateException("a defect");
                    }
                    return exchange -> {
                        throw new IllegalStateException("another");
                    };
                },
                work -> thread(work, true));
        for (int i = 0; i < 2; i++) {
            Exchange exchange = asked();
            handle(exchange);
            loop.remove().run();
            assertEquals(500, Exchanges.status(exchange));
        }
        assertEquals(2, times.get());
    }
}

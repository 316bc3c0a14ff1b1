package bankroll.gateway.http.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.testkit.Eventually;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandshakesTest {
    private final CountDownLatch hasCome = new CountDownLatch(1);
    private final List<String> computed = new CopyOnWriteArrayList<>();
    private final Handshakes handshakes = new Handshakes(work -> new Thread(() -> {
        try {
            hasCome.await();
            work.run();
        } catch (InterruptedException e) {
            // the test is over
        }
    }));

    @AfterEach
    void close() {
        handshakes.close();
    }

    private record Somebody(long network, boolean isProxy) implements TlsClient {
        @Override
        public void handshakeFailed() {}
    }

    private EmbeddedChannel begin(String name, long network, boolean isProxy) {
        EmbeddedChannel channel = new EmbeddedChannel();
        handshakes.of(channel, new Somebody(network, isProxy)).execute(() -> computed.add(name));
        return channel;
    }

    private void shouldCompute(String... inOrder) {
        hasCome.countDown();
        Eventually.within(Duration.ofSeconds(20), "handshakes", () -> computed, seen -> seen.size() >= inOrder.length);
        assertEquals(List.of(inOrder), computed);
    }

    @Test
    void shouldLetClientsTakeTurnsAndProxiesHaveEverySecondOne() {
        begin("a1", 1, false);
        begin("a2", 1, false);
        begin("a3", 1, false);
        begin("b1", 2, false);
        begin("b2", 2, false);
        begin("c1", 3, false);
        begin("p1", 4, true);
        begin("p2", 4, true);
        begin("q1", 5, true);

        shouldCompute("p1", "a1", "q1", "b1", "p2", "c1", "a2", "b2", "a3");
    }

    @Test
    void shouldComputeNothingForAConnectionThatIsClosed() {
        EmbeddedChannel gone = begin("gone", 1, false);
        begin("next", 1, false);
        gone.close();

        shouldCompute("next");
    }

    @Test
    void shouldGoOnWithOthersWhenOneMeetsAFault() {
        handshakes.of(new EmbeddedChannel(), new Somebody(1, false)).execute(() -> {
            throw new IllegalStateException("a defect");
        });
        begin("next", 2, false);

        shouldCompute("next");
    }
}

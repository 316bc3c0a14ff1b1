package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a listener does before it opens. */
class RehearsalTest {
    private final List<Thread> played = Collections.synchronizedList(new ArrayList<>());
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    @Test
    void shouldAnswerItselfOnceOnEachEventLoopAndTellNobody() throws IOException {
        HttpContext context = new HttpContext()
                .eventLoops(2)
                .observer((route, caller, status, elapsedNs) -> told.add(route))
                .doorkeeper((why, client) -> told.add(why.label()));
        try (HttpListener listener = HttpListener.start(context, loop -> routes())) {
            assertEquals(2, played.size());
            assertEquals(2, Set.copyOf(played).size());
            assertEquals(List.of(), told);
            assertEquals(0, listener.counters().acceptedConnections());
        }
    }

    private Routes routes() {
        return new Routes().add("GET", "/health/live", exchange -> {
            TestServer.text(exchange, "live");
            played.add(Thread.currentThread());
        });
    }

    @Test
    void shouldOpenWhateverComesOfIt() throws IOException {
        Routes defect = new Routes().add("GET", "/health/live", exchange -> {
            throw new IllegalStateException("secret words");
        });
        try (HttpListener listener = HttpListener.start(new HttpContext(), loop -> defect);
                RawConnection raw = new RawConnection(listener.address().getPort())) {
            raw.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
            assertEquals(500, raw.read().status());
        }
    }
}

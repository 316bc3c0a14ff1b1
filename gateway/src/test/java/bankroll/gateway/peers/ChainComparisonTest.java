package bankroll.gateway.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.peers.ChainComparison.Result;
import bankroll.gateway.peers.ChainComparison.Row;
import bankroll.gateway.peers.ChainComparison.Verdict;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that are busy with the same for somebody else when they are asked. */
class ChainComparisonTest {
    private static final String ONE = "7:aa";
    private static final String OTHER = "7:bb";
    private static final String NONE = "";

    private final List<Node> nodes = new ArrayList<>();

    /** What a node's operator API answers, over HTTP. */
    private static final class Node implements AutoCloseable {
        private final HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        private final String chain;
        private final String retryAfter;
        private final int number;
        private int busyTimes;

        private Node(int number, String chain, int busyTimes, String retryAfter) throws IOException {
            this.number = number;
            this.chain = chain;
            this.busyTimes = busyTimes;
            this.retryAfter = retryAfter;
            server.createContext("/", this::answer);
            server.start();
        }

        private void answer(HttpExchange exchange) throws IOException {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().endsWith("/chain")) {
                    write(exchange, 200, "{\"node\":" + number + ",\"role\":\"follower\",\"sequence\":7}");
                } else if (busyTimes-- > 0) {
                    exchange.getResponseHeaders().set("Retry-After", retryAfter);
                    write(exchange, 409, "{\"detail\":\"the same is being done already: chain\"}");
                } else if (chain.equals(NONE)) {
                    write(exchange, 403, "{\"detail\":\"the role is read\"}");
                } else {
                    write(exchange, 200, "{\"chain_head\":\"" + chain + "\"}");
                }
            }
        }

        private static void write(HttpExchange exchange, int status, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }

        private ServiceClient client() {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            return ServiceClient.operator(url, Trust.of(List.of()), "token");
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(Node::close);
    }

    private Node node(String chain, int busyTimes, String retryAfter) throws IOException {
        Node node = new Node(nodes.size(), chain, busyTimes, retryAfter);
        nodes.add(node);
        return node;
    }

    private void free(String chain) throws IOException {
        node(chain, 0, "");
    }

    private void busyForever() throws IOException {
        node(ONE, Integer.MAX_VALUE, "30");
    }

    private Result compare() {
        Map<String, ServiceClient> clients = new LinkedHashMap<>();
        nodes.forEach(node -> clients.put("node " + clients.size(), node.client()));
        return new ChainComparison(clients, Duration.ofSeconds(20)).run();
    }

    /** As through a load balancer: it would be the same as itself. */
    @Test
    void shouldNotHoldANodeAgainstItself() throws IOException {
        free(ONE);
        Map<String, ServiceClient> clients = new LinkedHashMap<>();
        clients.put("a", nodes.get(0).client());
        clients.put("b", nodes.get(0).client());

        Result result = new ChainComparison(clients).run();

        assertEquals(Verdict.DIFFERENT, result.verdict());
        assertFalse(result.isContradicted());
        assertEquals(
                List.of("follower", "node 0 again"),
                result.rows().stream().map(Row::role).toList());
    }

    @Test
    void shouldAskABusyNodeAgain() throws IOException {
        free(ONE);
        node(ONE, 3, "0");
        node(ONE, 1, "1");

        Result result = compare();

        assertEquals(Verdict.SAME, result.verdict(), result::toString);
    }

    @Test
    void shouldNotTakeANodeForDifferentThatStaysBusy() throws IOException {
        free(ONE);
        free(ONE);
        busyForever();

        Result result = compare();

        assertEquals(Verdict.UNTOLD, result.verdict(), result::toString);
        assertEquals(
                List.of(false, false, true),
                result.rows().stream().map(Row::isBusy).toList());
        assertEquals("follower", result.rows().get(2).role());
    }

    /** As one whose token isn't an admin's. */
    @Test
    void shouldSayWhyANodeGivesNoValueAndThatNothingWasContradicted() throws IOException {
        free(ONE);
        node(NONE, 0, "");

        Result result = compare();

        assertEquals(Verdict.DIFFERENT, result.verdict());
        assertFalse(result.isContradicted());
        assertEquals(
                List.of("", "HTTP 403: the role is read"),
                result.rows().stream().map(Row::why).toList());
    }

    @Test
    void shouldFindADifferenceWhoeverElseIsBusy() throws IOException {
        free(ONE);
        free(OTHER);
        busyForever();

        Result result = compare();

        assertEquals(Verdict.DIFFERENT, result.verdict());
        assertTrue(result.isContradicted());
    }

    @Test
    void shouldSayWhyAJournalIsNotGivenToASeedThatHasComeBackForLongEnough() throws IOException {
        Node giver = node(ONE, 1, "0");
        ServiceClient seed = giver.client().comingBack(Duration.ofSeconds(20));
        assertEquals("{\"chain_head\":\"7:aa\"}", new String(seed.bytes("GET", "/chain"), StandardCharsets.UTF_8));

        busyForever();
        ServiceClient other = nodes.get(1).client().comingBack(Duration.ofSeconds(20));
        ConditionException busy = assertThrows(ConditionException.class, () -> other.bytes("GET", "/chain"));

        assertTrue(busy.getMessage().contains("the same is being done already"), busy::getMessage);
    }
}

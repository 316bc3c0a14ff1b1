package bankroll.gateway.http.tls;

import bankroll.condition.LogId;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the handshakes of one listener on a thread of its own, clients in turns: whoever begins thousands waits for their
 * end, another client for one of them. So many may wait; beyond that the client goes without that has most. Trusted proxies
 * have every second turn, and room, to themselves: each speaks for many. Any thread.
 */
final class Handshakes implements AutoCloseable {
    /** Of strangers, and as many of proxies. A handshake takes about a millisecond. */
    static final int MOST_WAITING = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Handshakes.class);

    private final ExecutorService thread;
    private final Line strangers = new Line();
    private final Line proxies = new Line();
    private boolean isTurnOfProxies;
    private boolean isAtWork;

    Handshakes(ThreadFactory threads) {
        this.thread = Executors.newSingleThreadExecutor(threads);
    }

    /** Computes what the handshake of this connection asks for, step by step; a connection that goes without is closed. */
    Executor of(Channel channel, TlsClient client) {
        Turn turn = new Turn(channel, client);
        channel.closeFuture().addListener(closed -> forget(turn));
        return turn;
    }

    /** Who goes without now, this one or another; null if there is room. */
    private synchronized Turn add(Turn turn, Runnable step) {
        turn.step = step;
        turn.line = turn.client.isProxy() ? proxies : strangers;
        turn.network = turn.client.network();
        Turn refused = turn.line.add(turn);
        if (!isAtWork) {
            isAtWork = true;
            thread.execute(this::work);
        }
        return refused;
    }

    private synchronized void forget(Turn turn) {
        if (turn.line != null) {
            turn.line.remove(turn);
        }
    }

    private void work() {
        for (Runnable step = next(); step != null; step = next()) {
            try {
                step.run();
            } catch (RuntimeException | Error fault) {
                // this handshake ends at its deadline; the others go on
                LOG.warn(LogId.CONNECTION_FAULT.marker(), "A TLS handshake met an unexpected fault", fault);
            }
        }
    }

    private synchronized Runnable next() {
        isTurnOfProxies = !isTurnOfProxies;
        boolean isOfProxies = strangers.isEmpty() || isTurnOfProxies && !proxies.isEmpty();
        Turn turn = (isOfProxies ? proxies : strangers).take();
        isAtWork = turn != null;
        return isAtWork ? turn.step : null;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** One connection's place. */
    private final class Turn implements Executor {
        private final Channel channel;
        private final TlsClient client;
        private Runnable step;
        private Line line;
        private long network;

        Turn(Channel channel, TlsClient client) {
            this.channel = channel;
            this.client = client;
        }

        @Override
        public void execute(Runnable asked) {
            Turn refused = add(this, asked);
            if (refused != null) {
                refused.refuse();
            }
        }

        /** Closes below TLS: a word of farewell would wait for the very step that is refused. */
        private void refuse() {
            channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
        }
    }

    /** Those that wait, client by client. */
    private static final class Line {
        /** By network, the one whose turn it is first; none without a turn that waits. */
        private final Map<Long, ArrayDeque<Turn>> clients = new LinkedHashMap<>();

        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        /** Who has to go for it: the last of the client that has most, or this one; null if there is room. */
        Turn add(Turn turn) {
            Turn last = size < MOST_WAITING ? null : lastOfMost(turn);
            if (last == turn) {
                return turn;
            }
            if (last != null) {
                remove(last);
            }
            clients.computeIfAbsent(turn.network, first -> new ArrayDeque<>()).addLast(turn);
            size++;
            return last;
        }

        private Turn lastOfMost(Turn newcomer) {
            ArrayDeque<Turn> none = new ArrayDeque<>();
            ArrayDeque<Turn> most = none;
            for (ArrayDeque<Turn> client : clients.values()) {
                most = client.size() > most.size() ? client : most;
            }
            int own = clients.getOrDefault(newcomer.network, none).size();
            return most.size() > own + 1 ? most.getLast() : newcomer;
        }

        void remove(Turn turn) {
            ArrayDeque<Turn> own = clients.get(turn.network);
            if (own != null && own.removeLastOccurrence(turn)) {
                size--;
                if (own.isEmpty()) {
                    clients.remove(turn.network);
                }
            }
        }

        /** The next one; its client is behind all others then. Null if nobody waits. */
        Turn take() {
            if (isEmpty()) {
                return null;
            }
            Map.Entry<Long, ArrayDeque<Turn>> client =
                    clients.entrySet().iterator().next();
            ArrayDeque<Turn> waiting = clients.remove(client.getKey());
            Turn turn = waiting.removeFirst();
            size--;
            if (!waiting.isEmpty()) {
                clients.put(turn.network, waiting);
            }
            return turn;
        }
    }
}

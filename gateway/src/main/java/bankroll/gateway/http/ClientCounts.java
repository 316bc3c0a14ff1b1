package bankroll.gateway.http;

import java.util.concurrent.ConcurrentHashMap;

/** How many connections each client has open; at most one entry per open connection. Any thread. */
final class ClientCounts {
    private final ConcurrentHashMap<Long, Integer> open = new ConcurrentHashMap<>();

    /** One more; tells how many there are now. */
    int opened(long network) {
        return open.merge(network, 1, Integer::sum);
    }

    void closed(long network) {
        open.computeIfPresent(network, (key, count) -> count == 1 ? null : count - 1);
    }
}

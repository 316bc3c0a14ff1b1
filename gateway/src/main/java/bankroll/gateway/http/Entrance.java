package bankroll.gateway.http;

/**
 * Whether one newcomer may connect to a listener: so many in all and so many of one client; at the bound the member that costs
 * least makes room, or the newcomer is turned away. On the newcomer's event loop.
 */
final class Entrance {
    /** Connections beyond the bound that still get an answer; the ones after them are just closed. */
    private static final int POLITE_REFUSALS = 128;
    /** And no more than one for so many that are open: each holds a descriptor while it hears why. */
    private static final int POLITE_SHARE = 8;

    private final HttpContext context;
    private final HttpCounters counters;
    private final Crowd crowd;
    private boolean isCounted;

    Entrance(HttpLoop loop, HttpCounters counters) {
        this.context = loop.context();
        this.crowd = loop.crowd();
        this.counters = counters;
    }

    /** Why the newcomer can't come in; null when it can. */
    PreparedRefusal enter(Crowd.Member newcomer, ClientAddress client) {
        crowd.opened(newcomer);
        boolean isOver = counters.openConnections() > context.maxConnections();
        if (!isOver || crowd.makeRoom(newcomer)) {
            return null;
        }
        turnedAway(Turning.LISTENER_FULL, client);
        return context.tooManyConnections();
    }

    /** The same for a newcomer of whom it is known now whose it is. */
    PreparedRefusal enterAs(Crowd.Member newcomer, ClientAddress client) {
        isCounted = true;
        long network = client.network();
        crowd.isOf(newcomer, network);
        boolean isOver = counters.clientOpened(network) > context.maxConnectionsPerAddress();
        if (!isOver || crowd.makeRoom(newcomer, network)) {
            return null;
        }
        turnedAway(Turning.ADDRESS_FULL, client);
        return context.tooManyOfOneAddress();
    }

    /** Somebody is turned away: counts it, and tells the trace. */
    void turnedAway(Turning why, ClientAddress client) {
        counters.turnedAway(why);
        context.doorkeeper().turnedAway(why, client);
    }

    /** Whether a client that is turned away is told so; under TLS a word would cost a handshake. */
    boolean isPolite() {
        int polite = Math.min(POLITE_REFUSALS, 1 + context.maxConnections() / POLITE_SHARE);
        return context.tls().isEmpty() && counters.openConnections() <= context.maxConnections() + polite;
    }

    /** Whether it counts as one of its client's. */
    boolean isCounted() {
        return isCounted;
    }

    /** It has left. */
    void left(Crowd.Member member, ClientAddress client) {
        crowd.closed(member);
        if (isCounted) {
            crowd.closed(member, client.network());
            counters.clientClosed(client.network());
        }
    }
}

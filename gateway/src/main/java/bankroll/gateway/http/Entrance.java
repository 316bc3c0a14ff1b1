package bankroll.gateway.http;

/**
 * Who may connect to a listener: so many in all and so many of one client; at the bound whoever costs least makes room, or
 * the newcomer is turned away. On the newcomer's event loop.
 */
final class Entrance {
    /** Connections beyond the bound that still get an answer; the ones after them are just closed. */
    private static final int POLITE_REFUSALS = 128;
    /** And no more than one for so many that are open: each holds a descriptor while it hears why. */
    private static final int POLITE_SHARE = 8;

    private final HttpContext context;
    private final HttpCounters counters;
    private final ClientCounts clients;
    private final Crowd crowd;

    Entrance(HttpLoop loop, HttpCounters counters, ClientCounts clients) {
        this.context = loop.context();
        this.crowd = loop.crowd();
        this.counters = counters;
        this.clients = clients;
    }

    /** Why the newcomer can't come in; null when it can. */
    Refusal enter(Crowd.Member newcomer) {
        crowd.opened(newcomer);
        boolean isOver = counters.openConnections() > context.maxConnections();
        return isOver && !hasMadeRoom(crowd.makeRoom(newcomer)) ? turnedAway(context.tooManyConnections()) : null;
    }

    /** The same for a newcomer of whom it is known now whose it is. */
    Refusal enterAs(Crowd.Member newcomer, long client) {
        crowd.isOf(newcomer, client);
        boolean isOver = clients.opened(client) > context.maxConnectionsPerAddress();
        return isOver && !hasMadeRoom(crowd.makeRoom(newcomer, client))
                ? turnedAway(context.tooManyOfOneAddress())
                : null;
    }

    private boolean hasMadeRoom(boolean isMade) {
        if (isMade) {
            counters.idleOneShed();
        }
        return isMade;
    }

    private Refusal turnedAway(Refusal refusal) {
        counters.connectionRefused();
        return refusal;
    }

    /** Whether whoever is turned away is told so; under TLS a word would cost a handshake. */
    boolean isPolite() {
        int polite = Math.min(POLITE_REFUSALS, 1 + context.maxConnections() / POLITE_SHARE);
        return context.tls().isEmpty() && counters.openConnections() <= context.maxConnections() + polite;
    }

    /** It has left. */
    void left(Crowd.Member member) {
        crowd.closed(member);
    }

    /** The same of one that {@link #enterAs} counted. */
    void leftAs(Crowd.Member member, long client) {
        crowd.closed(member, client);
        clients.closed(client);
    }
}

package bankroll.gateway.http;

/**
 * A whole request with a large body on its way through its handler: what looks at the body runs beside the event loop, what
 * decides and answers on it.
 */
final class LargeRequest {
    private final Exchange exchange;
    private final Routes.Handler handler;
    private final Port port;
    private Exchange.Aside aside;
    private boolean isPrepared;
    private Throwable fault;

    /** Where the request came together. */
    interface Port {
        /** Whether the connection's last request was let in. */
        boolean isKnown();

        /** A part is done: it is time for the next, or for the end. On the event loop. */
        void worked(LargeRequest request);
    }

    LargeRequest(Exchange exchange, Routes.Handler handler, Port port) {
        this.exchange = exchange;
        this.handler = handler;
        this.port = port;
    }

    Exchange exchange() {
        return exchange;
    }

    /** Whether the connection's last request was let in. */
    boolean isKnown() {
        return port.isKnown();
    }

    /** Whether somebody still waits for it. */
    boolean isWanted() {
        return exchange.isOpen();
    }

    /** Does a part of it, beside the event loop. Throws nothing: what goes wrong is told on the loop. */
    void work() {
        try {
            if (isPrepared) {
                aside.work();
            } else {
                isPrepared = handler.prepare(exchange);
            }
        } catch (Throwable thrown) {
            fault = thrown;
        }
    }

    /** The part is done, or nobody wanted it any more; on the event loop. */
    void worked() {
        port.worked(this);
    }

    /**
     * Goes on after a part of the work; true when there is another.
     *
     * @throws Throwable whatever went wrong beside the loop, or here
     */
    boolean goOn() throws Throwable {
        if (fault != null) {
            throw fault;
        }
        if (aside != null) {
            aside.then();
            return false;
        }
        if (isPrepared) {
            handler.handle(exchange);
            aside = exchange.takeAside();
        }
        return !isPrepared || aside != null;
    }
}

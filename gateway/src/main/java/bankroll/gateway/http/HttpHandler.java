package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;

/** Serves the requests of one event loop: one instance per loop, every call on that loop's thread, none may block. */
public interface HttpHandler {
    /** The head has arrived. An answer given here is final: the body is thrown away unread. */
    void head(HttpExchange exchange);

    /**
     * The whole request has arrived. Answers now or later, on this loop; the body is the exchange's only until this
     * call returns.
     */
    void request(HttpExchange exchange);

    /** What to answer when {@link #request} threw: a defect, already logged. */
    Problem failure(HttpExchange exchange);
}

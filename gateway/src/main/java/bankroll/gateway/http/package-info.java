/**
 * HTTP/1.1 on Netty, for both listeners.
 *
 * <pre>
 * bytes ─► RequestDecoder ─► Connection ─► HttpHandler.head / request      one of each per event loop
 *            (pausable)        │   ▲            │
 *                              ▼   │            ▼
 *                          ExchangeQueue ◄─ HttpExchange.reply / problem   strictly in request order
 * bytes ◄─ ResponseHead ◄──────┘
 * </pre>
 *
 * A listener is an {@link bankroll.gateway.http.HttpContext} and a handler per event loop; everything of a connection
 * happens on its loop. Bounds: connections, requests in flight per connection, body bytes per request and per loop, time
 * to arrive, time to answer, time to read the answer.
 */
package bankroll.gateway.http;

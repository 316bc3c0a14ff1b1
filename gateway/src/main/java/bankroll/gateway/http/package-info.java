/**
 * HTTP/1.1 on Netty, for both listeners.
 *
 * <pre>
 * bytes ─► RequestDecoder ─► Connection ─► RequestAssembly: HeadRules, Routes, size, body ─► Routes.Handler
 *            (pausable)          ▲                                                              │
 *                                │ Exchange.Port, strictly in request order                     │
 * bytes ◄─ ResponseHead ◄────────┴──────────────────────────── Exchange.reply / problem ◄───────┘
 * </pre>
 *
 * A listener is an {@link bankroll.gateway.http.HttpContext} and {@link bankroll.gateway.http.Routes} per event loop;
 * everything of a connection happens on its loop. Bounds: connections, requests in flight per connection, body bytes per
 * request and per loop, time to arrive, time to answer, time to read the answer. {@link
 * bankroll.gateway.http.Problem} is the one table of problem documents.
 */
package bankroll.gateway.http;

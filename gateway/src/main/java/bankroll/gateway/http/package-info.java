/**
 * HTTP/1.1 on Netty, for both listeners.
 *
 * <pre>
 * bytes ─► RequestDecoder ─► Connection ─► RequestAssembly: HeadRules, Routes, size, body ─► Routes.Handler
 *                                                                                             │
 * bytes ◄─ AnswerQueue: strictly in request order ◄─────────── Exchange.reply / problem ◄─────┘
 * </pre>
 *
 * A listener is an {@link bankroll.gateway.http.HttpContext} and {@link bankroll.gateway.http.Routes} per event loop;
 * everything of a connection happens on its loop. What bounds it, and who goes when a bound is reached:
 *
 * <pre>
 * connections, of all and of one address   Crowd         the oldest idle one, strangers first
 * bytes of arriving requests               Crowd         the worst sender: bytes times the time they are held
 * bytes of unread answers                  Crowd         the worst reader, the same way
 * time of an event loop for strangers      HttpLoop      a slice between two looks at all sockets
 * time to arrive, to answer, to read       Connection    the connection
 * </pre>
 *
 * A stranger is a connection whose last request nobody has let in. {@link bankroll.gateway.http.Problem} is the one table
 * of problem documents; {@code Problem.Prepared} is one that was made before it is needed.
 */
package bankroll.gateway.http;

/**
 * One pipeline for both APIs.
 *
 * <pre>
 * Exchange ─► Endpoint ─► Admission: signature or token, how often ─► Operation.ask: body or path ─► command
 *                │                                                                                    │ Loop
 *                │                                                                                    ▼
 * Exchange ◄─ Operation.answer, or a problem ◄─ Endpoint ◄───────────── Loop ◄───────────────────── engine
 * </pre>
 *
 * An operation that needs no engine answers at once, or {@linkplain bankroll.gateway.api.Call#lookElsewhere has a thread look}
 * for its answer, which comes back by the same loop.
 *
 * <p>What an API has of its own is in {@link bankroll.gateway.api.platform} and {@link bankroll.gateway.api.operator}: an
 * admission, and a class for each call. One of everything per event loop.
 */
package bankroll.gateway.api;

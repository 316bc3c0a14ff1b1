/**
 * The contract's four operations: what a platform asks, from the whole request to its answer.
 *
 * <pre>
 * Exchange ─► PlatformEndpoint: signature → rate limit → media type ─► Operation.ask ─► engine
 *                                                                                             │ ReplyDispatcher
 * Exchange ◄──────────────────────────────────────────────────────── Operation.answer ◄───┘
 * </pre>
 *
 * One of everything per event loop. A {@link bankroll.engine.Request} goes back to its pool only when the engine has
 * given it back, however long the client has been gone.
 */
package bankroll.gateway.platform;

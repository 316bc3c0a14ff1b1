/**
 * What goes back: the one table of problems, JSON written straight into pooled buffers, and the way from the engine's
 * threads back to the event loop that owns the request. Knows nothing of HTTP connections.
 */
package bankroll.gateway.reply;

/**
 * The real service as a process of its own, and a casino that plays on it over HTTP: what the tools are tried on.
 *
 * <pre>
 *   {@link bankroll.tools.service.Casino} ─► HTTP ─► {@link bankroll.tools.service.LiveService} ─► journal ─► the tools
 * </pre>
 */
package bankroll.tools.service;

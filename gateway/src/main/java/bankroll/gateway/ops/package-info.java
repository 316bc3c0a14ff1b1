/**
 * What can be asked without a token, on the operator's listener only: does the service live, is it ready, and its
 * figures.
 *
 * <pre>
 *   event loops ── ExchangeObserver ─► RequestMetrics ─┐
 *   Engine.status, HttpCounters, COUNTS ───────────────┼─► MetricsPage ─► GET /metrics     read at the scrape
 *   JVM ───────────────────────────────────────────────┘
 * </pre>
 *
 * <p>At most 400 series, whatever is asked of the service: labels are routes, statuses and listeners, never players,
 * platforms or ids.
 */
package bankroll.gateway.ops;

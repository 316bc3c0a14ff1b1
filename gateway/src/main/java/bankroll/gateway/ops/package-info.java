/**
 * What can be asked without a token, on the operator's listener only: does the service live, is it ready, and its
 * figures.
 *
 * <pre>
 *   event loops ── HttpContext.Observer ─► RequestMetrics ─┐
 *   Engine.status, HttpCounters, COUNTS ───────────────────┼─► MetricsPage ─► GET /metrics     read at the scrape
 *   JVM ───────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>At most 400 series with a few platforms, whatever is asked of the service. Every label has few values: of platforms and
 * currencies eight are told by name, of threads 24; players and ids are never labels.
 */
package bankroll.gateway.ops;

/**
 * {@code ./bankroll bench}: what the service can do, measured.
 *
 * <pre>
 *   BenchMain ─┬─► load, hold      over HTTP: how much; how long the worst requests hold a loop
 *              ├─► writer, micro   the writer alone; the parts that a booking passes
 *              └─► baseline        the same bookings in PostgreSQL
 *                    └─► play (what is booked, and what must come of it), process, report
 * </pre>
 */
package bankroll.bench;

/**
 * The same bookings in another system, for comparison.
 *
 * <pre>
 *   PostgresCommand ── for each batch size:
 *      PostgresServer (private, own directory) ◄─ PostgresTables: schema, players ◄─ book.sql
 *      PlayStream ─► SqlLane: arrays to send, answers to expect; a connection and a closed loop
 *      PostgresRun: a thread per stream, every answer checked
 *      then the service itself over signed HTTP ({@link bankroll.bench.load.LoadRun}), the same workload
 *   and both beside each other
 * </pre>
 */
package bankroll.bench.baseline;

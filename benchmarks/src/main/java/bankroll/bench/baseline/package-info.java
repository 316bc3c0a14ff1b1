/**
 * The same bookings in another system, for comparison.
 *
 * <pre>
 *   PostgresCommand ── for each batch size:
 *      PostgresServer (private, own directory) ◄─ PostgresTables: schema, players ◄─ book.sql
 *      PlayStream ─► SqlLane ─► SqlConnection.Batch: arrays to send, answers to expect
 *      PostgresRun: a thread and a connection per stream (Loop), every answer checked
 *      then the service itself over signed HTTP ({@link bankroll.bench.load.LoadRun}), the same workload
 *   and both beside each other
 * </pre>
 */
package bankroll.bench.baseline;

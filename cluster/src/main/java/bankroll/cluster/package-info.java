/**
 * The log that several nodes share, on Aeron Cluster: one member of it in this process.
 *
 * <pre>
 *   LogIngress ─► AeronLog ─► LeaderSession ─ IPC ─► consensus module ═══ the other nodes
 *                                                        │ what is on most nodes
 *                    CommandLog.Member ◄── LogService ◄──┘   the log's thread, on every node
 * </pre>
 *
 * <p>{@link bankroll.cluster.AeronLog} is the engine's port, {@link bankroll.cluster.ClusterContext} its options. Nothing
 * outside this package names Aeron, and a process without a cluster loads none of it.
 */
package bankroll.cluster;

/**
 * The log that several nodes share, on Aeron Cluster: one member of it in this process.
 *
 * <pre>
 *   LogIngress ─► AeronLog ─► LeaderSession ─ IPC ─► consensus module ═══ the other nodes
 *                                                        │ what is on most nodes
 *      CommandLog.Member ◄── LogService ◄── LogReader ◄──┘   the log's thread, on every node
 * </pre>
 *
 * <p>{@link bankroll.cluster.AeronLog} is the engine's port, {@link bankroll.cluster.ClusterContext} its options.
 * {@link bankroll.cluster.LeftLog} is the port of a node that goes on alone: what is in the log's files, and no more. Nothing
 * outside this package names Aeron, and a process that never was in a cluster loads none of it.
 */
package bankroll.cluster;

/**
 * Snapshots: the state at one entry in a file, so that a restart replays only what came after.
 *
 * <pre>
 *   Ledger.freeze ─► SnapshotWriter ─► snapshot-N.bks.part ─► force ─► rename ─► force the directory
 *   SnapshotStore: newest valid one ─► SnapshotReader ─► Ledger.load ─► the journal's tail
 * </pre>
 *
 * <p>A snapshot is never the truth: every one could be thrown away and the journal gives the same state (ADR 7).
 */
package bankroll.snapshot;

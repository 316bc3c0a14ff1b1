/**
 * The ledger: a deterministic state machine without clock, randomness, I/O or threads.
 *
 * <pre>
 *   live:    command ─► Decider (a rule over LedgerView) ─► outcome ─► Applier ─► tables      item by item
 *   replay:  command + recorded outcome ────────────────────────────► Applier ─► tables
 *   asked:   Queries over the tables ─► an answer
 * </pre>
 *
 * <p>{@link bankroll.ledger.Ledger} is the door. State changes in {@link bankroll.ledger.Applier} alone.
 */
package bankroll.ledger;

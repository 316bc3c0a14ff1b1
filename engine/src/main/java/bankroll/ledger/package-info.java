/**
 * The ledger: a deterministic state machine without clock, randomness, I/O or threads.
 *
 * <pre>
 *                    what it names   a rule over LedgerView
 *   live:    item ─► Finder ───────► TransactionRule, or another ─► Applier ─► tables
 *   replay:  item ─► Finder ───────► Proof of what is recorded ───► Applier ─► tables
 *   asked:   Queries over the tables ─► an answer
 * </pre>
 *
 * <p>{@link bankroll.ledger.Ledger} is the door: one loop over the items for each of the two ways, for commands of all
 * types. A {@link bankroll.ledger.rule.Decision} goes along with each item and takes what is found and decided.
 * {@link bankroll.ledger.rule.OperatorRules}, {@link bankroll.ledger.Proof} and {@link bankroll.ledger.Applier} are the tables
 * of what a type needs. State changes in the applier alone.
 */
package bankroll.ledger;

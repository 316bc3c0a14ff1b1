/**
 * What proves a journal: the chain over its bytes, and the books that follow from its entries.
 *
 * <pre>
 *   reader ─► frame ─┬─► ledger replay                        this thread
 *                    └─► {@link bankroll.tools.check.Relay} ─► {@link bankroll.tools.check.Chain}, {@link bankroll.tools.check.Books}   the second one
 * </pre>
 */
package bankroll.tools.check;

/**
 * What proves a journal: the chain over its bytes, and the books that follow from its entries.
 *
 * <pre>
 *   reader ─► frame ─┬─► ledger replay                        this thread
 *                    └─► Relay ─► ChainProof, Books    the second one
 * </pre>
 */
package bankroll.tools.check;

/**
 * What proves a journal: the chain over its bytes, and the books that follow from its entries.
 *
 * <pre>
 *                             ┌─► the ledger applies it
 *   reader ─► frame ─► Relay ─┼─► ChainProof
 *                             └─► ShadowBooks
 * </pre>
 */
package bankroll.tools.check;

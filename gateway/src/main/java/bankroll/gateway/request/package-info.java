/**
 * From raw bytes to commands: strict, streaming, without a tree, and all or nothing (decisions §2, §5).
 *
 * <pre>
 * body ─► Utf8Check (UTF-8, no BOM, no lone surrogate) ─► JsonBody (jackson-core; no duplicate name, nothing behind)
 *                                                            │
 *               TransactionsDecoder · AuthenticateDecoder · BalanceDecoder · LookupPath ─► bankroll.protocol
 * </pre>
 *
 * Whatever breaks a rule is one {@link bankroll.gateway.request.MalformedRequest}; nothing else is ever thrown at input.
 */
package bankroll.gateway.request;

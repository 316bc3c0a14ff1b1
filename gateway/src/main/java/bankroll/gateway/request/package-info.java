/**
 * From raw bytes to commands: strict, streaming, without a tree, and all or nothing (decisions §2, §5).
 *
 * <pre>
 * batch, balance ─► JsonScanner: one pass, ranges of the body ─► TransactionsDecoder, BalanceDecoder
 * the rest ───────► Utf8Check ─► JsonBody (jackson-core) ──────► AuthenticateDecoder, the operator's
 * path ───────────► LookupPath
 * </pre>
 *
 * Both readers hold the same rules: UTF-8 without a byte order mark, no lone surrogate, no name twice at any depth, depth
 * 64, nothing behind the root. Whatever breaks a rule is one {@link bankroll.gateway.request.MalformedRequest}; nothing
 * else is ever thrown at input.
 */
package bankroll.gateway.request;

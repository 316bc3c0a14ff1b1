/**
 * JSON in and out (decisions §2).
 *
 * <pre>
 * batch, balance ─► JsonScanner on JsonLexer: one pass, ranges         results, balance ◄─ JsonBytes
 * the rest ───────► the same ─► JsonObject                             the rest ◄───────── Json (jackson-core)
 * </pre>
 *
 * One reader holds the rules: UTF-8 without a byte order mark, no lone surrogate, no name twice at any depth, depth 64,
 * nothing behind the root. Whatever breaks a rule is one {@link
 * bankroll.gateway.json.MalformedRequest}; nothing else is ever thrown at input.
 */
package bankroll.gateway.json;

/**
 * {@code ./bankroll platform check}: plays a platform against an operator's endpoint and tells which rules of the interface it
 * keeps.
 *
 * <pre>
 *   Conformance ─► …Checks ─► RuleFindings (Rule: what is expected)
 *                     └─────► TestPlayer, Dialogue ─► ServiceClient ─► the endpoint
 * </pre>
 */
package bankroll.gateway.conformance;

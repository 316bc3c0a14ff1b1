/**
 * The rules: each sees the {@link bankroll.ledger.table.LedgerView}, writes an outcome, changes nothing.
 *
 * <p>The order of the checks in a rule is the precedence of the answers in decisions §6 to §9. A rule is free to change
 * with the next version: replay applies what was decided then and never asks a rule again.
 */
package bankroll.ledger.rule;

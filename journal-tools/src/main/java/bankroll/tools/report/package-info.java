/**
 * What people ask of a journal: revenue by day and rounds left open, the life of one id, balances as of an entry, where two
 * journals part.
 */
package bankroll.tools.report;

/** The state that follows from a journal, for people: one player, all balances, the largest ones. */
package bankroll.tools.state;

/** Figures over a journal for people who count money: revenue by day, rounds left open, the platform's list against ours. */
package bankroll.tools.report;

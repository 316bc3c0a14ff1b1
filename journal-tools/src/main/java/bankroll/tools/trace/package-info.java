/** The life of one transaction, transfer, round, player or session, for a person who has to explain it to another. */
package bankroll.tools.trace;

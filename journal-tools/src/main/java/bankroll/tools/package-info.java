/** Offline tools over the journal. */
package bankroll.tools;

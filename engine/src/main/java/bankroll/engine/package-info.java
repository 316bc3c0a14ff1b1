/** Runs the ledger: the command ring, the one writer thread, recovery. */
package bankroll.engine;

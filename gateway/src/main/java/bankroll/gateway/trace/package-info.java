/** Who was turned away and why: counted, and written to the security log. Knows nobody; any thread. */
package bankroll.gateway.trace;

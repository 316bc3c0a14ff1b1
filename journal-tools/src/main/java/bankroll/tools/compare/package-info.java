/** Two journals side by side. */
package bankroll.tools.compare;

/** {@code serve --demo}: generated secrets, players with money, and commands to paste. */
package bankroll.gateway.demo;

/** HTTP in front of the engine: platforms on one listener, operators on another. */
package bankroll.gateway;

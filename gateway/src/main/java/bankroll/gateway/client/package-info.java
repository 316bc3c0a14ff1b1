/** A client of the service, as the command line and the demo use it: signs as a platform or shows an operator's token. */
package bankroll.gateway.client;

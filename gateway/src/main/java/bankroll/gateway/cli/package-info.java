/** The command line: serve, config, call. */
package bankroll.gateway.cli;

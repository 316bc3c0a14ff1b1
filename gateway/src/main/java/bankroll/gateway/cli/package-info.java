/**
 * The command line: {@code serve} runs the service, {@code config} shows the effective configuration, {@code call} is
 * a small client that signs.
 */
package bankroll.gateway.cli;

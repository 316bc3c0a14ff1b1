/**
 * The command line, one class a command. On a machine with a data directory: {@code init}, {@code serve}, {@code config},
 * {@code doctor}, {@code support-bundle}. Over HTTP, of any service: {@code call}, {@code platform}, {@code cluster},
 * {@code top}.
 */
package bankroll.gateway.cli;

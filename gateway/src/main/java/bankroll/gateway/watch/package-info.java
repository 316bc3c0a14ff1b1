/**
 * What a person on call asks a machine and a running service from outside: {@code doctor}, {@code top} and
 * {@code support-bundle}. Reads {@code /metrics}, the status and files; changes nothing.
 */
package bankroll.gateway.watch;

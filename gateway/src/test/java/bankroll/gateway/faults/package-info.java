/**
 * Faults from outside: what a disk, a clock, a kernel or an operator can do to the service, done to the real process
 * under HTTP load, and then everything compared with what the callers were told.
 *
 * <p>What needs root or a program that is missing is skipped and says so. Some of it is long and runs with
 * {@code -Psoak} only; see docs/durability.md.
 */
package bankroll.gateway.faults;

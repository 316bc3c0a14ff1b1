/**
 * Real kills: the service as a process of its own, under HTTP load, ended by SIGKILL at random moments and started
 * again over what it left, with snapshots every second. Compared with what each caller was told.
 *
 * <p>3 rounds for each policy; {@code -Dkills=N} for others, 500 with {@code -Psoak}; {@code -Dseed=N} repeats what was
 * sent, though not the moment of the kill.
 */
package bankroll.gateway.kill;

/**
 * What is asked, decided and answered, as bytes.
 *
 * <pre>
 *   command  = header · items            (what was asked, as it came; ids hashed once, at the gateway)
 *   outcomes = one {@link bankroll.protocol.Outcome.OutcomeRecord} per item   (what was decided)
 *   answer   = what a query or an operator call gets besides          (never journaled)
 * </pre>
 *
 * <p>Each layout is written and read in one file. Nothing here knows a clock, a thread, a file or a socket.
 */
package bankroll.protocol;

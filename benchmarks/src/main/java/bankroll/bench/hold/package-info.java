/**
 * How long one request holds an event loop: while it does, nobody else is answered.
 *
 * <pre>
 *   WorstRequests ─► HeldLoops: both listeners with all their routes, in this process
 *                       └ LoopWatch, a task in each turn of a loop: processor time since the turn before
 * </pre>
 */
package bankroll.bench.hold;

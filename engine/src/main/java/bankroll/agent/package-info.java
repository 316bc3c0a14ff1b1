/**
 * How work in the background is done. What stands, or comes again and again, is a named Agrona {@code Agent} with a turn, a bell
 * that wakes it, and a policy that says what its failure means; {@code AgentHost} gives the turns: on a thread for each, or turn
 * by turn in a simulation. What has a beginning and an end is a {@code TaskBeside} the one who waits for it.
 */
package bankroll.agent;

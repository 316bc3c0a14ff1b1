/**
 * How work in the background is done: a named Agrona {@code Agent} with a turn, a bell that wakes it, and a policy that
 * says what its failure means. {@code AgentHost} gives the turns: on a thread for each, or turn by turn in a simulation.
 */
package bankroll.agent;

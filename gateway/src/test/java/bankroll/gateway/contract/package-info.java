/**
 * The contract, one sentence a test, over real sockets. Each class holds one section of {@code interface.md},
 * {@code decisions.md} or {@code operator-api.md} against the running service and knows nothing of what is inside it.
 */
package bankroll.gateway.contract;

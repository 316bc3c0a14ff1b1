/**
 * The operator API, on a listener of its own (operator-api.md), a class each call: route, role, body, command, answer. Those that
 * don't ask the engine are a {@code SlowCall} or in {@link bankroll.gateway.api.operator.ClusterCalls}. {@link
 * bankroll.gateway.api.operator.TokenAdmission} says who may call.
 *
 * <p>Everything here runs on the event loop of its connection, but for what a {@code SlowCall} does. Not a hot path: it
 * allocates freely, within the bounds of a body and of 500 elements.
 */
package bankroll.gateway.api.operator;

/**
 * The contract's four operations, a class each: route, body, command, answer. {@link
 * bankroll.gateway.api.platform.SignatureAdmission} says who may call and how often.
 */
package bankroll.gateway.api.platform;

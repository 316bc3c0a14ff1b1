/**
 * What the contract tests speak through: signed and raw HTTP, builders in the contract's words, and a service.
 *
 * <pre>
 *   Wallet, Operator ─► Endpoint ─► java.net.http | RawHttp ─► the running service
 *                          │                                      ▲
 *                          └─ OpenApi checks every answer         └─ ServiceUnderTest ─► ServiceProcess | LocalService
 * </pre>
 *
 * Only {@link bankroll.gateway.contract.kit.LocalService} touches a class of the product.
 */
package bankroll.gateway.contract.kit;

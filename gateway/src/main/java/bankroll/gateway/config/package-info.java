/**
 * Every setting of the service: what it may be, where its value comes from, and how it is shown.
 *
 * <pre>
 * flag ─┐
 * environment ─┤
 * file (HOCON) ─┼─► ConfigurationLoader ─► Configuration (immutable) ─► the contexts of engine and gateway
 * default ─┘            │                        │
 *                 all problems at once     EffectiveValue: key, shown value, origin
 * </pre>
 */
package bankroll.gateway.config;

/**
 * What somebody without a key, or with one, does to a service that runs as it does in production: many connections, many
 * bytes, costly bodies. Some seconds each; longer and wider with {@code -Psoak}.
 */
package bankroll.gateway.flood;

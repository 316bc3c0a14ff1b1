/** Services that decide together, over HTTP. */
package bankroll.gateway.cluster;

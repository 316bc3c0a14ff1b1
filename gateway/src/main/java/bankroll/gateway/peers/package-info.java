/** What a node, or its operator, asks other nodes: their journals to begin with, their chains to compare. */
package bankroll.gateway.peers;

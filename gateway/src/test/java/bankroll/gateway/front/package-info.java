/** Programs of the machine in front of the service: proxies as docs/proxy configures them, and TLS clients. */
package bankroll.gateway.front;

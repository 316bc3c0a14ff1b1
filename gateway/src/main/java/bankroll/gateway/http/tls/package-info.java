/**
 * TLS of a listener: PEM files in, a handler for each connection out. Knows nothing of HTTP.
 *
 * <pre>
 * TlsFiles ─► Pem ─► Credentials ─► Tls ─► SslHandler and what follows it, per connection
 *                                   ▲ │
 *              renewal, while it runs │ ▼
 *                                  Handshakes: computed by a thread of their own, clients in turns
 * </pre>
 */
package bankroll.gateway.http.tls;

package bankroll.gateway.http.tls;

/** Whose handshake it is. Asked and told on the connection's event loop. */
public interface TlsClient {
    /** What counts as one client, as {@code ClientAddress.network()} has it; known once the handshake begins. */
    long network();

    /** Whether it is a trusted proxy's own, and no client's of whom one has told. */
    boolean isProxy();

    /** The handshake has failed. */
    void handshakeFailed();
}

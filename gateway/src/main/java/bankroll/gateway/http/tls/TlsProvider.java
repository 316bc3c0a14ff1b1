package bankroll.gateway.http.tls;

/** Who computes TLS. */
public enum TlsProvider {
    /** The native library where it can be loaded and has what the key needs, else the JDK. */
    AUTO,
    /** The native library, or no start. */
    NATIVE,
    /** The JDK. */
    JDK
}

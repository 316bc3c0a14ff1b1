package bankroll.gateway.http;

import java.util.Locale;

/** Why a connection, or what came on it, was turned away before anybody asked who calls. */
public enum Turning {
    /** The listener has as many connections as it may, and all are busy. */
    LISTENER_FULL,
    /** The client's address has. */
    ADDRESS_FULL,
    /** It was idle, and a newer one took its place. */
    MADE_ROOM,
    /** Its client did not read, and there was no room for more answers. */
    READER_SHED,
    /** What it sent did not end, and there was no room for more requests. */
    SENDER_SHED,
    /** A trusted proxy's, and it didn't begin with a PROXY header that can be read. */
    NO_PROXY_HEADER,
    /** It did not come to an end of its TLS handshake. */
    HANDSHAKE_FAILED,
    /** What came breaks a rule of HTTP, so that it could hide another request. */
    NOT_HTTP,
    /** What came took longer than it may. */
    TOO_SLOW;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The reason as logs and metrics have it. */
    public String label() {
        return label;
    }
}

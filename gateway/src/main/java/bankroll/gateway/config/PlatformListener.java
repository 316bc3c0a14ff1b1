package bankroll.gateway.config;

/**
 * The listener that platforms call (decisions §1, §2).
 *
 * @param listen where
 * @param basePath before every path, without a slash at its end; may be empty
 * @param maxBodyBytes a larger body is {@code malformed_request}
 * @param problemTypeBase a problem's type is this and its code
 * @param deadlineMs after that a request is answered {@code unavailable}
 * @param retryAfterSeconds what {@code unavailable} says
 * @param maxConnections open at once
 * @param maxInFlightPerConnection pipelined requests of one connection at once
 * @param signatureToleranceSeconds how far a signature's time may be off, either way
 * @param eventLoops threads
 */
public record PlatformListener(
        HostPort listen,
        String basePath,
        int maxBodyBytes,
        String problemTypeBase,
        long deadlineMs,
        int retryAfterSeconds,
        int maxConnections,
        int maxInFlightPerConnection,
        int signatureToleranceSeconds,
        int eventLoops) {}

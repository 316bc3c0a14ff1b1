package bankroll.gateway.client;

/**
 * What the service answered.
 *
 * @param status of HTTP
 * @param body as text
 */
public record HttpAnswer(int status, String body) {
    /** Whether it is 2xx. */
    public boolean isOk() {
        return status / 100 == 2;
    }
}

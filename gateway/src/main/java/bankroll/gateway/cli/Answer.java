package bankroll.gateway.cli;

/**
 * What the service answered.
 *
 * @param status of HTTP
 * @param body as text
 */
record Answer(int status, String body) {
    boolean isOk() {
        return status / 100 == 2;
    }
}

package bankroll.gateway.request;

/** The authenticate request (contract §2.2). One event loop. */
public final class AuthenticateDecoder {
    private static final int MAX_LAUNCH_CODE = 4096;
    private static final int MAX_TEXT = 256;

    private final JsonBody json = new JsonBody();

    /**
     * What was asked.
     *
     * @param launchCode as it came; may be empty, which no code is
     * @param gameId never empty
     * @param clientIp or null
     */
    public record Authenticate(String launchCode, String gameId, String clientIp) {
        /** Says nothing of the code. */
        @Override
        public String toString() {
            return "Authenticate[secret, gameId=" + gameId + "]";
        }
    }

    /** Decodes a body. */
    public Authenticate decode(byte[] body, int length) throws MalformedRequest {
        json.open(body, length);
        String launchCode = null;
        String gameId = null;
        String clientIp = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            switch (name) {
                case "launch_code" -> launchCode = json.string(name, MAX_LAUNCH_CODE);
                case "game_id" -> gameId = json.string(name, MAX_TEXT);
                case "client_ip" -> clientIp = json.string(name, MAX_TEXT);
                default -> json.skip();
            }
        }
        json.end();
        if (launchCode == null) {
            throw new MalformedRequest("launch_code is missing");
        }
        if (gameId == null || gameId.isEmpty()) {
            throw new MalformedRequest("game_id is missing or empty");
        }
        return new Authenticate(launchCode, gameId, clientIp == null || clientIp.isEmpty() ? null : clientIp);
    }
}

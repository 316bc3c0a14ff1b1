package bankroll.gateway.request;

/** The balance request (contract §4.3). One event loop. */
public final class BalanceDecoder {
    private static final int MAX_PLAYER_ID = 64;
    private static final int MAX_SESSION_ID = 256;

    private final JsonBody json = new JsonBody();

    /** Decodes a body to the player's id. A session id is judged, then ignored (decisions §4). */
    public String decode(byte[] body, int length) throws MalformedRequest {
        json.open(body, length);
        String playerId = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            switch (name) {
                case "player_id" -> playerId = json.string(name, MAX_PLAYER_ID);
                case "session_id" -> json.string(name, MAX_SESSION_ID);
                default -> json.skip();
            }
        }
        json.end();
        if (playerId == null || playerId.isEmpty()) {
            throw new MalformedRequest("player_id is missing or empty");
        }
        return playerId;
    }
}

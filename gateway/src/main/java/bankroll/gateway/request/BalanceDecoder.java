package bankroll.gateway.request;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The balance request (contract §4.3), read without an object per request. One event loop. */
public final class BalanceDecoder {
    private static final byte[] PLAYER_ID = "player_id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SESSION_ID = "session_id".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_PLAYER_ID = 64;
    private static final int MAX_SESSION_ID = 256;

    private final JsonScanner json = new JsonScanner();
    private final UnsafeBuffer body = new UnsafeBuffer(0, 0);
    private int start;
    private int size;

    /**
     * Decodes a body; the player's id then stands in {@link #body}. A session id is judged, then ignored (decisions §4). The
     * body is changed where strings have escapes.
     */
    public void decode(byte[] bytes, int length) throws MalformedRequest {
        body.wrap(bytes, 0, length);
        size = 0;
        json.open(bytes, length);
        json.enterObject("the body");
        while (json.nextName()) {
            json.noteName();
            boolean isPlayer = json.isName(PLAYER_ID);
            boolean isSession = json.isName(SESSION_ID);
            if (json.skipNull()) {
                continue;
            }
            if (isPlayer) {
                json.text("player_id", MAX_PLAYER_ID);
                start = json.start();
                size = json.size();
            } else if (isSession) {
                json.text("session_id", MAX_SESSION_ID);
            } else {
                json.skip();
            }
        }
        json.end();
        if (size == 0) {
            throw new MalformedRequest("player_id is missing or empty");
        }
    }

    /** What was decoded last. */
    public DirectBuffer body() {
        return body;
    }

    /** Where the player's id starts. */
    public int start() {
        return start;
    }

    /** Bytes of the player's id. */
    public int size() {
        return size;
    }
}

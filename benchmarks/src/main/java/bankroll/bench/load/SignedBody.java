package bankroll.bench.load;

import bankroll.bench.load.PlayJson.PlayerSessions;
import bankroll.bench.play.Workload;
import bankroll.protocol.SessionId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One signed request of the workload, for benchmarks that need no connection.
 *
 * @param id webhook-id
 * @param epochSecond webhook-timestamp
 * @param signature webhook-signature
 * @param body the bytes signed
 */
public record SignedBody(String id, long epochSecond, String signature, byte[] body) {
    /** The first request of a workload's first stream. */
    public static SignedBody of(Workload workload, int items, String secret) {
        Instant now = Instant.now();
        PlayJson json = new PlayJson(workload, 0, sessions(workload.players()), 0);
        json.createdAt(now.toString());
        RequestText body = new RequestText();
        json.batch(items, body, new Script(0));
        String id = "msg-1";
        RequestText prefix = new RequestText().put(id + "." + now.getEpochSecond() + ".");
        String signature =
                "v1," + new String(new RequestWriter.Signer(secret).sign(prefix, body), StandardCharsets.US_ASCII);
        return new SignedBody(id, now.getEpochSecond(), signature, body.copy());
    }

    private static PlayerSessions sessions(int players) {
        PlayerSessions sessions = new PlayerSessions(players);
        SplittableRandom random = new SplittableRandom(players);
        byte[] text = new byte[SessionId.LENGTH];
        for (int player = 0; player < players; player++) {
            SessionId.put(random.nextLong(), random.nextLong(), new UnsafeBuffer(text), 0);
            sessions.set(player, text, 0);
        }
        return sessions;
    }
}

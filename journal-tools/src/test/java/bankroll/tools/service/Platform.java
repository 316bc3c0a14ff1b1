package bankroll.tools.service;

import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.tools.Bet;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A platform that asks and sends again. One thread. */
public final class Platform {
    private final ServiceClient client;

    /** The platform of this name, at this service. */
    public Platform(String name, LiveService service) {
        client = service.platform(name);
    }

    /** A transaction as it was booked; null when the service never received it. */
    public Answered lookup(String id) {
        String path = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        HttpAnswer answer = client.call("GET", "/transactions/" + path, "");
        if (answer.status() == 404) {
            return null;
        }
        return Answered.lookup(id, requireOk(answer).body());
    }

    /** Sends transactions; one answer for each, in order. */
    public List<Answered> send(List<Bet> bets) {
        return bets.isEmpty()
                ? List.of()
                : Answered.all(requireOk(client.call("POST", "/transactions", Batch.body(bets)))
                        .body());
    }

    private static HttpAnswer requireOk(HttpAnswer answer) {
        if (!answer.isOk()) {
            throw new AssertionError(answer.toString());
        }
        return answer;
    }
}

package bankroll.gateway.contract.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.node.ObjectNode;

/** The platform's side: signs its calls with Standard Webhooks, and says them in the contract's words. */
public final class Wallet {
    private final Endpoint endpoint;
    private final Signer signer;
    private final ServiceClock clock;

    /** A platform that signs with this signer, at the time of this clock. */
    public Wallet(Endpoint endpoint, Signer signer, ServiceClock clock) {
        this.endpoint = endpoint;
        this.signer = signer;
        this.clock = clock;
    }

    /** Where this platform calls. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The key of this platform. */
    public Signer signer() {
        return signer;
    }

    /** Now, in Unix seconds. */
    public String now() {
        return Long.toString(clock.nowSeconds());
    }

    /** The call with the three headers of a fresh message. */
    public Call signed(Call call) {
        return signedAs(Fresh.id("msg"), call);
    }

    /** The call signed as this message. */
    public Call signedAs(String webhookId, Call call) {
        return call.headers(signer.headers(webhookId, now(), call.body()));
    }

    /** Signs and sends. */
    public Answer send(Call call) {
        return endpoint.send(signed(call));
    }

    /** Signs and sends over a socket of its own, byte for byte. */
    public Answer sendRaw(Call call) {
        return endpoint.sendRaw(signed(call));
    }

    /** POST /players/authenticate. */
    public Answer authenticate(String launchCode, String gameId) {
        return send(authenticateCall(launchCode, gameId));
    }

    /** POST /players/authenticate as this message. */
    public Answer authenticateAs(String webhookId, String launchCode, String gameId) {
        return endpoint.send(signedAs(webhookId, authenticateCall(launchCode, gameId)));
    }

    private static Call authenticateCall(String launchCode, String gameId) {
        ObjectNode body = Json.object().put("launch_code", launchCode).put("game_id", gameId);
        return Call.post("/players/authenticate", Json.write(body));
    }

    /** POST /players/balance. */
    public Answer balance(String playerId) {
        return send(Call.post("/players/balance", Json.write(Json.object().put("player_id", playerId))));
    }

    /** The balance of a player that exists. */
    public String balanceOf(String playerId) {
        return balance(playerId).shouldBeOk().member("balance");
    }

    /** POST /transactions, whatever comes of it. */
    public Answer transactions(Item... items) {
        return transactions(Arrays.asList(items));
    }

    /** POST /transactions, whatever comes of it. */
    public Answer transactions(List<Item> items) {
        return send(batch(items));
    }

    /** A batch, not signed yet. */
    public static Call batch(List<Item> items) {
        return Call.post(
                "/transactions",
                items.stream().map(Item::json).collect(Collectors.joining(",", "{\"transactions\":[", "]}")));
    }

    /** POST /transactions, answered with one result per item in order. */
    public List<Result> book(List<Item> items) {
        List<Result> results = results(transactions(items));
        assertEquals(
                items.stream().map(Item::id).toList(),
                results.stream().map(Result::transactionId).toList());
        return results;
    }

    /** POST /transactions with one item. */
    public Result book(Item item) {
        return book(List.of(item)).get(0);
    }

    /** The results of a batch that was taken. */
    public static List<Result> results(Answer answer) {
        return StreamSupport.stream(answer.shouldBeOk().json().path("results").spliterator(), false)
                .map(Result::of)
                .toList();
    }

    /** GET /transactions/{transaction_id}. */
    public Answer lookUp(String transactionId) {
        return send(Call.get("/transactions/" + encoded(transactionId)));
    }

    /** An id as one segment of a path. */
    public static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

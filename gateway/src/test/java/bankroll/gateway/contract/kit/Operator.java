package bankroll.gateway.contract.kit;

import static bankroll.gateway.contract.kit.Wallet.encoded;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The operator's side, with one token. */
public final class Operator {
    private static final String ROOT = "/operator/v1";
    private final Endpoint endpoint;
    private final String token;

    /** An operator with this token. */
    public Operator(Endpoint endpoint, String token) {
        this.endpoint = endpoint;
        this.token = token;
    }

    /** Where the operator calls. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Sends below {@code /operator/v1}. */
    public Answer send(Call call) {
        return endpoint.send(authorized(call));
    }

    /** The call below {@code /operator/v1} with the token. */
    public Call authorized(Call call) {
        return new Call(call.method(), ROOT + call.path(), call.headers(), call.body())
                .header("authorization", "Bearer " + token);
    }

    /** Sends a body below {@code /operator/v1}. */
    public Answer send(String method, String path, Object body) {
        return send(Call.of(method, path).json(body instanceof String text ? text : Json.write(body)));
    }

    /** Sends without a body below {@code /operator/v1}. */
    public Answer send(String method, String path) {
        return send(Call.of(method, path));
    }

    /** GET below {@code /operator/v1}. */
    public Answer get(String path) {
        return send("GET", path);
    }

    /** Creates one player; the result's status. */
    public String create(Map<String, ?> player) {
        return onlyResult(send("POST", "/players", Map.of("players", List.of(player))))
                .path("status")
                .asString();
    }

    /** GET the player. */
    public Answer player(String playerId) {
        return get(path(playerId, ""));
    }

    /** The path of a player and what is below it. */
    public static String path(String playerId, String below) {
        return "/players/" + encoded(playerId) + below;
    }

    /** Books one transfer; its result. */
    public JsonNode transfer(Map<String, ?> transfer) {
        return onlyResult(send("POST", "/transfers", Map.of("transfers", List.of(transfer))));
    }

    /** Deposits under a fresh id and asserts that it worked. */
    public void deposit(TestPlayer player, String amount) {
        JsonNode result = transfer(transferOf(player, "deposit", amount));
        if (!"ok".equals(result.path("status").asString())) {
            throw new AssertionError("deposit of " + amount + ": " + result);
        }
    }

    /** A transfer with a fresh id. */
    public static Map<String, String> transferOf(TestPlayer player, String type, String amount) {
        return Map.of(
                "transfer_id",
                Fresh.id("tr"),
                "player_id",
                player.id(),
                "type",
                type,
                "amount",
                amount,
                "currency",
                player.currency());
    }

    /** Mints one launch code; its result. */
    public JsonNode mint(Map<String, ?> launchCode) {
        return onlyResult(send("POST", "/launch-codes", Map.of("launch_codes", List.of(launchCode))));
    }

    /** Mints a single-use launch code for a player that exists. */
    public String launchCode(String playerId) {
        return mint(Map.of("player_id", playerId)).path("launch_code").asString();
    }

    /** PUT the block. */
    public Answer block(String playerId, Map<String, ?> block) {
        return send("PUT", path(playerId, "/block"), block);
    }

    /** DELETE the block. */
    public Answer unblock(String playerId) {
        return send("DELETE", path(playerId, "/block"));
    }

    /** PUT the whole set of limits. */
    public Answer limits(String playerId, List<Limit> limits) {
        return send("PUT", path(playerId, "/limits"), Map.of("limits", limits));
    }

    /** One limit. */
    public static Limit limit(String kind, String window, String amount) {
        return new Limit(kind, window, amount);
    }

    /**
     * One limit of a set.
     *
     * @param kind stake, wager or loss
     * @param window transaction, day, week or month
     * @param amount the amount
     */
    public record Limit(String kind, String window, String amount) {}

    /** The open sessions of a player. */
    public JsonNode sessions(String playerId) {
        return get(path(playerId, "/sessions")).shouldBeOk().json().path("sessions");
    }

    /** GET the operator's view of a transaction. */
    public Answer lookUp(String transactionId) {
        return get("/transactions/" + encoded(transactionId));
    }

    /** The line of one currency in the trial balance, missing when it has none. */
    public JsonNode trialBalance(String currency) {
        for (JsonNode line : get("/trial-balance").shouldBeOk().json().path("currencies")) {
            if (currency.equals(line.path("currency").asString())) {
                return line;
            }
        }
        return Json.object().path("none");
    }

    private static JsonNode onlyResult(Answer answer) {
        JsonNode results = answer.shouldBeOk().json().path("results");
        if (results.size() != 1) {
            throw new AssertionError("one result wanted: " + answer);
        }
        return results.get(0);
    }
}

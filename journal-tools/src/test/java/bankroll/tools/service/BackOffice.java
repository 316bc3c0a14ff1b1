package bankroll.tools.service;

import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What the operator does: opens players, moves cash, blocks, limits, closes sessions. One thread. */
final class BackOffice {
    private static final int BULK = 500;
    private static final Pattern CODE = Pattern.compile("\"launch_code\":\"([^\"]+)\"");

    private final Random random;
    private final List<Player> players;
    private ServiceClient client;
    private long transfers;

    BackOffice(Random random, List<Player> players) {
        this.random = random;
        this.players = players;
    }

    void call(LiveService service) {
        client = service.operator();
    }

    long transfers() {
        return transfers;
    }

    /** Opens the players, with money and a session each. */
    void open(ServiceClient platform) {
        for (int from = 0; from < players.size(); from += BULK) {
            List<Player> part = players.subList(from, Math.min(from + BULK, players.size()));
            post("/players", "players", part.stream().map(Player::opening).toList());
            post("/transfers", "transfers", part.stream().map(this::seed).toList());
            transfers += part.size();
            String codes = post(
                    "/launch-codes",
                    "launch_codes",
                    part.stream()
                            .map(player -> Map.of("player_id", player.id()))
                            .toList());
            Matcher code = CODE.matcher(codes);
            for (Iterator<Player> each = part.iterator(); code.find(); ) {
                each.next().enter(platform, code.group(1));
            }
        }
        IntStream.range(0, players.size() / 20).forEach(i -> {
            limit(players.get(20 * i + 3));
            block(players.get(20 * i + 4));
        });
    }

    /** Does one of all the things that an operator does. */
    void act(ServiceClient platform) {
        Player player = players.get(random.nextInt(players.size()));
        switch (random.nextInt(8)) {
            case 0 -> block(player);
            case 1, 2 -> to("DELETE", player, "/block", "");
            case 3 -> limit(player);
            case 4 -> enter(player, platform);
            case 5 -> to("DELETE", player, "/sessions", "");
            case 6 -> to("PATCH", player, "", Json.write(Map.of("display_name", "Änne, \"later\"")));
            default -> transfer(player);
        }
    }

    private void block(Player player) {
        to("PUT", player, "/block", Json.write(Map.of("reason", "asked for it", "until", "2099-01-01T00:00:00Z")));
    }

    private void limit(Player player) {
        List<Map<String, String>> limits = List.of(
                Map.of("kind", "stake", "window", "transaction", "amount", "2500"),
                Map.of("kind", "wager", "window", "day", "amount", "900000"),
                Map.of("kind", "loss", "window", "month", "amount", "700000"));
        to("PUT", player, "/limits", Json.write(Map.of("limits", limits)));
    }

    private void enter(Player player, ServiceClient platform) {
        String codes = post("/launch-codes", "launch_codes", List.of(Map.of("player_id", player.id())));
        Matcher code = CODE.matcher(codes);
        if (code.find()) {
            player.enter(platform, code.group(1));
        }
    }

    private void transfer(Player player) {
        String[] types = {"deposit", "withdrawal", "adjustment"};
        int type = random.nextInt(types.length);
        String amount = type == 2 ? "-3" : "2500";
        String body = post(
                "/transfers",
                "transfers",
                List.of(player.transfer("transfer-" + random.nextLong(), types[type], amount)));
        transfers += body.contains("\"ok\"") ? 1 : 0;
    }

    private Map<String, Object> seed(Player player) {
        String amount = player.isWhale() ? "9999999999999999999" : "5000000";
        return player.transfer("seed of " + player.id(), "deposit", amount);
    }

    private String post(String path, String name, List<?> elements) {
        return require(client.call("POST", "/operator/v1" + path, Json.write(Map.of(name, elements))));
    }

    private void to(String method, Player player, String below, String body) {
        String id = URLEncoder.encode(player.id(), StandardCharsets.UTF_8).replace("+", "%20");
        require(client.call(method, "/operator/v1/players/" + id + below, body));
    }

    private static String require(HttpAnswer answer) {
        if (!answer.isOk()) {
            throw new AssertionError(answer.toString());
        }
        return answer.body();
    }
}

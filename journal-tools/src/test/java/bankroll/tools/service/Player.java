package bankroll.tools.service;

import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import java.util.List;
import java.util.Map;

/** A player of the casino, with the session that it plays in. One thread. */
final class Player {
    private static final List<String> CURRENCIES = List.of("EUR", "USD", "JPY");

    private final int number;
    private String session = "";

    Player(int number) {
        this.number = number;
    }

    String id() {
        return switch (number) {
            case 1 -> "Zoë \"Z\"";
            case 2 -> "=cmd(), later";
            default -> "player-" + number;
        };
    }

    String currency() {
        return number % 10 == 1 ? CURRENCIES.get(1) : number % 10 == 2 ? CURRENCIES.get(2) : CURRENCIES.get(0);
    }

    /** Who plays with amounts of 19 digits. */
    boolean isWhale() {
        return number == 0;
    }

    String session() {
        return session;
    }

    Map<String, Object> opening() {
        return Map.of("player_id", id(), "currency", currency(), "display_name", "Name of " + id(), "country", "AT");
    }

    /** A transfer of this player. */
    Map<String, Object> transfer(String id, String type, String amount) {
        return Map.of("transfer_id", id, "player_id", id(), "type", type, "amount", amount, "currency", currency());
    }

    /** Exchanges a launch code for a session. */
    void enter(ServiceClient platform, String code) {
        String asked = Json.write(Map.of("launch_code", code, "game_id", "slots", "client_ip", "10.1.2.3"));
        String body = platform.call("POST", "/players/authenticate", asked).body();
        session = Json.find(body, "session_id").orElseThrow(() -> new AssertionError(body));
    }
}

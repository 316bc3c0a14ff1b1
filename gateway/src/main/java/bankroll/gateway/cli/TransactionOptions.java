package bankroll.gateway.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Option;

/** What a debit, a credit and a rollback may say besides the player and the amount. */
final class TransactionOptions {
    @Option(names = "--id", paramLabel = "ID", description = "The transaction's id; a new one unless given.")
    private String id;

    @Option(names = "--currency", defaultValue = "EUR", description = "${DEFAULT-VALUE} unless given.")
    private String currency;

    @Option(names = "--game", defaultValue = "demo-game", description = "${DEFAULT-VALUE} unless given.")
    private String game;

    @Option(names = "--round", description = "The game round.")
    private String round;

    /** The members that every type has. */
    Map<String, Object> members(String type, String player) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("transaction_id", id == null ? type + "-" + UUID.randomUUID() : id);
        members.put("type", type);
        members.put("player_id", player);
        members.put("game_id", game);
        members.put("round_id", round);
        return members;
    }

    String currency() {
        return currency;
    }
}

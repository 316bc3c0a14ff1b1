package bankroll.tools.service;

import bankroll.tools.Bet;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;

/**
 * Transactions that were sent together, and what they were answered.
 *
 * @param platform who sent them
 * @param bets what was sent
 * @param answers one for each, in order
 */
public record Batch(String platform, List<Bet> bets, List<Answered> answers) {
    private static final JsonStringEncoder ESCAPES = JsonStringEncoder.getInstance();

    public Batch {
        bets = List.copyOf(bets);
        answers = List.copyOf(answers);
        if (bets.size() != answers.size()) {
            throw new AssertionError(bets.size() + " sent, " + answers.size() + " answered");
        }
    }

    /** The body of the request. */
    static String body(List<Bet> bets) {
        StringBuilder json = new StringBuilder(bets.size() * 300).append("{\"transactions\":[");
        for (int i = 0; i < bets.size(); i++) {
            append(bets.get(i), json.append(i == 0 ? "" : ","));
        }
        return json.append("]}").toString();
    }

    private static void append(Bet bet, StringBuilder json) {
        member("{", "transaction_id", bet.id(), json);
        member(",", "type", bet.type().label(), json);
        member(",", "player_id", bet.player(), json);
        member(",", "session_id", bet.session(), json);
        if (bet.currency() != null) {
            member(",", "amount", Long.toUnsignedString(bet.amount()), json);
        }
        member(",", "currency", bet.currency(), json);
        member(",", "game_id", bet.game(), json);
        member(",", "round_id", bet.round(), json);
        member(",", "reference_transaction_id", bet.reference(), json);
        if (bet.details() != null) {
            json.append(",\"details\":").append(bet.details());
        }
        json.append('}');
    }

    private static void member(String before, String name, String value, StringBuilder json) {
        if (value != null) {
            json.append(before).append('"').append(name).append("\":\"");
            ESCAPES.quoteAsString(value, json);
            json.append('"');
        }
    }
}

package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.api.TransactionRecord;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.Lookup.Texts;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LookupCommand;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code GET transactions/{transaction_id}}: asks in the id space of every platform, in the order of the configuration;
 * answers the platform's record (contract §2.6) and all else that is known of the transaction.
 */
final class FindTransaction extends OperatorOperation {
    private final Supplier<List<String>> platforms;

    /** Asks for the platforms by each call: they may be configured anew. */
    FindTransaction(Supplier<List<String>> platforms) {
        super("GET", "/transactions/{transaction_id}", OperatorRole.READ);
        this.platforms = platforms;
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        String transactionId = call.pathId(Lengths.TRANSACTION_ID);
        List<String> names = platforms.get();
        if (names.isEmpty()) {
            call.exchange().problem(Problem.TRANSACTION_NOT_FOUND, null);
            return;
        }
        int at = call.start(CommandType.LOOKUP, names.size());
        for (String name : names) {
            at = LookupCommand.put(call.frame(), at, call.hasher(name), transactionId);
        }
        call.end(at);
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> transaction(call.request().answer(Answer.Lookup.class), json));
    }

    static void transaction(Answer.Lookup transaction, JsonGenerator json) throws IOException {
        TransactionRecord.write(transaction, json);
        texts(transaction.texts(), json);
        if (transaction.details() != null) {
            json.writeFieldName("details");
            json.writeRawValue(transaction.details());
        }
        ids("rolled_back_by", transaction.rolledBackBy(), json);
        ids("credited_by", transaction.creditedBy(), json);
        json.writeNumberField("sequence", transaction.sequence());
    }

    private static void texts(Texts texts, JsonGenerator json) throws IOException {
        Json.text(json, "player_id", texts.playerId());
        Json.text(json, "currency", texts.currency());
        Json.text(json, "game_id", texts.gameId());
        Json.text(json, "round_id", texts.roundId());
        Json.text(json, "room_id", texts.roomId());
        Json.text(json, "session_id", texts.sessionId());
        Json.text(json, "reference_transaction_id", texts.referenceTransactionId());
        Json.text(json, "created_at", texts.createdAt());
    }

    private static void ids(String name, List<String> ids, JsonGenerator json) throws IOException {
        if (!ids.isEmpty()) {
            json.writeFieldName(name);
            json.writeArray(ids.toArray(String[]::new), 0, ids.size());
        }
    }
}

package bankroll.gateway.operator;

import bankroll.protocol.LookupAnswer;
import bankroll.protocol.LookupAnswer.Texts;

/** {@code GET transactions/{transaction_id}}: the platform's record (contract §2.6) and all else that is known of it. */
final class TransactionEncoder implements CallEncoder {
    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        encode((LookupAnswer) call.request().answer(), json);
    }

    static void encode(LookupAnswer transaction, JsonWriter json) {
        json.begin();
        record(transaction, json);
        texts(transaction.texts(), json);
        json.raw("details", transaction.details())
                .texts("rolled_back_by", transaction.rolledBackBy())
                .texts("credited_by", transaction.creditedBy())
                .number("sequence", transaction.sequence())
                .end();
    }

    private static void record(LookupAnswer transaction, JsonWriter json) {
        json.text("transaction_id", transaction.texts().transactionId())
                .text("type", transaction.type().label())
                .text("status", transaction.outcome().label())
                .amount("amount", transaction.amount());
        if (transaction.hasBalance()) {
            json.amount("balance", transaction.balance());
        }
        json.flag("rolled_back", transaction.rolledBack()).time("processed_at", transaction.processedAtMs());
    }

    private static void texts(Texts texts, JsonWriter json) {
        json.text("player_id", texts.playerId())
                .text("currency", texts.currency())
                .text("game_id", texts.gameId())
                .text("round_id", texts.roundId())
                .text("room_id", texts.roomId())
                .text("session_id", texts.sessionId())
                .text("reference_transaction_id", texts.referenceTransactionId())
                .text("created_at", texts.createdAt());
    }
}

package bankroll.gateway.api;

import bankroll.gateway.json.Json;
import bankroll.protocol.Answer;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** A transaction as it was booked (contract §2.6): the whole answer to a platform, the first members of an operator's. */
public final class TransactionRecord {
    private TransactionRecord() {}

    /** Writes its members. */
    public static void write(Answer.Lookup transaction, JsonGenerator json) throws IOException {
        Json.text(json, "transaction_id", transaction.texts().transactionId());
        json.writeStringField("type", transaction.type().label());
        json.writeStringField("status", transaction.outcome().label());
        Json.amount(json, "amount", transaction.amount());
        if (transaction.hasBalance()) {
            Json.amount(json, "balance", transaction.balance());
        }
        json.writeBooleanField("rolled_back", transaction.rolledBack());
        Json.time(json, "processed_at", transaction.processedAtMs());
    }
}

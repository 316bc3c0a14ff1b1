package bankroll.gateway.api.platform;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.api.TransactionRecord;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LookupCommand;

/** {@code GET /transactions/{transaction_id}}: a transaction as it was booked (contract §4.4, decisions §4). */
final class Lookup extends Operation {
    Lookup() {
        super("GET", "/transactions/{transaction_id}");
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        String id = call.pathId(Lengths.TRANSACTION_ID);
        int item = call.start(CommandType.LOOKUP, 1);
        call.end(LookupCommand.put(call.frame(), item, call.hasher(), id));
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> TransactionRecord.write(call.request().answer(Answer.Lookup.class), json));
    }
}

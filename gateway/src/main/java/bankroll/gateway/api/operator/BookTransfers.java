package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code POST transfers}: 1 to 500 deposits, withdrawals and adjustments; only an adjustment may be negative. */
final class BookTransfers extends BulkOperation<String> {
    private static final String TRANSFERS = "transfers";
    private static final String TRANSFER_ID = "transfer_id";
    private static final String PLAYER_ID = "player_id";
    private static final String TYPE = "type";
    private static final String AMOUNT = "amount";
    private static final String CURRENCY = "currency";
    private static final String REASON = "reason";
    private static final Set<String> MEMBERS =
            Set.of(TRANSFERS, TRANSFER_ID, PLAYER_ID, TYPE, AMOUNT, CURRENCY, REASON);
    private static final Map<String, TransferType> TYPES =
            Arrays.stream(TransferType.values()).collect(Collectors.toMap(TransferType::label, type -> type));

    BookTransfers() {
        super(CommandType.TRANSFERS, "/transfers", TRANSFERS, TRANSFER_ID, MEMBERS);
    }

    @Override
    int put(Call call, int at, JsonObject element, List<String> ids) throws MalformedRequest {
        Transfer transfer = transfer(element);
        ids.add(transfer.transferId());
        return TransferItem.put(call.frame(), at, call.hasher(), transfer);
    }

    private static Transfer transfer(JsonObject element) throws MalformedRequest {
        String transferId = element.required(TRANSFER_ID, Lengths.TRANSFER_ID);
        String playerId = element.required(PLAYER_ID, Lengths.PLAYER_ID);
        TransferType type = TYPES.get(element.word(TYPE, TYPES.keySet()));
        MinorUnits amount = MinorUnits.of(element, AMOUNT);
        if (amount.negative() && type != TransferType.ADJUSTMENT) {
            throw element.refused(AMOUNT, "must not be negative: only an adjustment's may");
        }
        String currency = element.required(CURRENCY, Lengths.CURRENCY);
        String reason = element.optionalId(REASON, Lengths.REASON);
        return new Transfer(transferId, playerId, type, amount.magnitude(), amount.negative(), currency, reason);
    }

    @Override
    String id(String transferId) {
        return transferId;
    }

    @Override
    void result(Call call, int item, String transferId, JsonGenerator json) throws IOException {
        int outcome = call.request().outcomeOffset(item);
        if (OutcomeRecord.hasBalance(call.frame(), outcome)) {
            Json.amount(json, "balance", OutcomeRecord.balance(call.frame(), outcome));
        }
        if (OutcomeRecord.hasTime(call.frame(), outcome)) {
            Json.time(json, "processed_at", OutcomeRecord.timeMs(call.frame(), outcome));
        }
    }
}

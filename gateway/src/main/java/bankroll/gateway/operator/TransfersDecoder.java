package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code POST transfers}: 1 to 500 deposits, withdrawals and adjustments; only an adjustment may be negative. */
final class TransfersDecoder implements CallDecoder {
    private static final String TRANSFER_ID = "transfer_id";
    private static final String PLAYER_ID = "player_id";
    private static final String TYPE = "type";
    private static final String AMOUNT = "amount";
    private static final String CURRENCY = "currency";
    private static final String REASON = "reason";
    private static final ListShape TRANSFERS =
            ListShape.bulk("transfers", Set.of(TRANSFER_ID, PLAYER_ID, TYPE, AMOUNT, CURRENCY, REASON));
    private static final Map<String, TransferType> TYPES = types();

    private final BodyReader bodies;
    private final IdHasher hasher;

    TransfersDecoder(BodyReader bodies, IdHasher hasher) {
        this.bodies = bodies;
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        List<Members> transfers = bodies.list(call, TRANSFERS);
        List<String> ids = new ArrayList<>(transfers.size());
        int at = call.start(CommandType.TRANSFERS, transfers.size());
        for (Members members : transfers) {
            Transfer transfer = transfer(members);
            at = TransferItem.put(call.frame(), at, hasher, transfer);
            ids.add(transfer.transferId());
        }
        call.ids(ids);
        call.end(at);
    }

    private static Transfer transfer(Members members) throws MalformedRequest {
        String transferId = members.required(TRANSFER_ID, Lengths.TRANSFER_ID);
        String playerId = members.required(PLAYER_ID, Lengths.PLAYER_ID);
        TransferType type = TYPES.get(members.word(TYPE, TYPES.keySet()));
        MinorUnits amount = members.amount(AMOUNT);
        if (amount.negative() && type != TransferType.ADJUSTMENT) {
            throw members.refused(AMOUNT, "must not be negative: only an adjustment's may");
        }
        String currency = members.required(CURRENCY, Lengths.CURRENCY);
        String reason = members.optionalId(REASON, Lengths.REASON);
        return new Transfer(transferId, playerId, type, amount.magnitude(), amount.negative(), currency, reason);
    }

    private static Map<String, TransferType> types() {
        Map<String, TransferType> types = new LinkedHashMap<>();
        for (TransferType type : TransferType.values()) {
            types.put(type.label(), type);
        }
        return types;
    }
}

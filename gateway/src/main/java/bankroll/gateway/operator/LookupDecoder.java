package bankroll.gateway.operator;

import bankroll.gateway.http.Problem;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LookupCommand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code GET transactions/{transaction_id}}: asks in the id space of every platform, in the order of the configuration.
 */
final class LookupDecoder implements CallDecoder {
    private final HashKey hashKey;
    private final Supplier<List<String>> platforms;
    private final Map<String, IdHasher> hashers = new HashMap<>();

    /** Asks for the platforms by each call: they may be configured anew. */
    LookupDecoder(HashKey hashKey, Supplier<List<String>> platforms) {
        this.hashKey = hashKey;
        this.platforms = platforms;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest, RefusedException {
        String transactionId = call.pathId(Lengths.TRANSACTION_ID);
        List<String> names = platforms.get();
        if (names.isEmpty()) {
            throw new RefusedException(Problem.TRANSACTION_NOT_FOUND);
        }
        int at = call.start(CommandType.LOOKUP, names.size());
        for (String name : names) {
            at = LookupCommand.put(call.frame(), at, hasher(name), transactionId);
        }
        call.end(at);
    }

    private IdHasher hasher(String platform) {
        return hashers.computeIfAbsent(platform, name -> new IdHasher(hashKey, name));
    }
}

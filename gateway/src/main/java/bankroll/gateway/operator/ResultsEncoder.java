package bankroll.gateway.operator;

import bankroll.engine.Request;
import bankroll.gateway.http.Problem;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import org.agrona.DirectBuffer;

/** The answers of the bulk calls: one result per element, in order, each with its id and status. */
final class ResultsEncoder implements CallEncoder {
    /** {@code POST players}. */
    static final ResultsEncoder PLAYERS = new ResultsEncoder("player_id", (call, item, json) -> {});
    /** {@code POST transfers}. */
    static final ResultsEncoder TRANSFERS = new ResultsEncoder("transfer_id", ResultsEncoder::booking);
    /** {@code POST launch-codes}. */
    static final ResultsEncoder LAUNCH_CODES = new ResultsEncoder("player_id", ResultsEncoder::launchCode);

    private final String idName;
    private final Details details;

    private ResultsEncoder(String idName, Details details) {
        this.idName = idName;
        this.details = details;
    }

    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        json.begin().beginArray("results");
        for (int item = 0; item < call.ids().size(); item++) {
            json.begin()
                    .text(idName, call.ids().get(item))
                    .text("status", outcome(call, item).label());
            details.encode(call, item, json);
            json.end();
        }
        json.endArray().end();
    }

    /** Outcomes are statuses here, but for those that refuse the whole call. */
    @Override
    public Problem problem(Outcome first) {
        boolean refusesAll = first == Outcome.MALFORMED || first == Outcome.UNAVAILABLE || first == Outcome.RETRY;
        return refusesAll ? CallEncoder.super.problem(first) : null;
    }

    private static void booking(OperatorCall call, int item, JsonWriter json) {
        DirectBuffer frame = call.frame();
        int record = call.request().outcomeOffset(item);
        if (OutcomeRecord.hasBalance(frame, record)) {
            json.amount("balance", OutcomeRecord.balance(frame, record));
        }
        if (OutcomeRecord.hasTime(frame, record)) {
            json.time("processed_at", OutcomeRecord.timeMs(frame, record));
        }
    }

    private static void launchCode(OperatorCall call, int item, JsonWriter json) {
        if (outcome(call, item) == Outcome.OK) {
            json.text("launch_code", call.launchCodes().get(item));
            json.time(
                    "expires_at",
                    OutcomeRecord.timeMs(call.frame(), call.request().outcomeOffset(item)));
        }
    }

    private static Outcome outcome(OperatorCall call, int item) {
        Request request = call.request();
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(item));
    }

    private interface Details {
        void encode(OperatorCall call, int item, JsonWriter json);
    }
}

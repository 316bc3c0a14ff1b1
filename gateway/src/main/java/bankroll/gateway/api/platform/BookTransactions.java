package bankroll.gateway.api.platform;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Operation;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.JsonBytes;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import io.netty.buffer.ByteBuf;
import org.agrona.ExpandableArrayBuffer;

/** {@code POST /transactions}: books a batch (contract §4.2); every item has its own status in a 200. One event loop. */
public final class BookTransactions extends Operation {
    private static final byte[] RESULTS = JsonBytes.ascii("{\"results\":[");
    private static final byte[] RESULTS_END = JsonBytes.ascii("]}");
    private static final byte[] TRANSACTION_ID = JsonBytes.ascii("{\"transaction_id\":");
    private static final byte[] BALANCE = JsonBytes.ascii(",\"balance\":");
    private static final byte[] PROCESSED_AT = JsonBytes.ascii(",\"processed_at\":");

    /** By code: {@code ,"status":"…"}. */
    private static final byte[][] STATUS = new byte[32][];

    static {
        for (Outcome outcome : Outcome.values()) {
            STATUS[outcome.code()] = JsonBytes.ascii(",\"status\":\"" + outcome.label() + '"');
        }
    }

    private final TransactionsDecoder decoder = new TransactionsDecoder();
    private final JsonBytes json = new JsonBytes();
    private final DecidedCounts.Loop counts;
    private final Items items = new Items();

    /** The operation of one event loop, which counts what was decided. */
    public BookTransactions(DecidedCounts counts) {
        super("POST", "/transactions");
        this.counts = counts.newLoop();
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        call.request()
                .commandLength(decoder.decode(
                        call.exchange().body(),
                        call.exchange().bodyLength(),
                        call.frame(),
                        Request.COMMAND_OFFSET,
                        call.caller().nameBytes(),
                        call.hasher()));
    }

    /** Outcomes are statuses here. */
    @Override
    public Problem problem(Outcome first) {
        return null;
    }

    @Override
    public void answer(Call call) {
        JsonBytes results = results(call.request(), call.caller().name());
        ByteBuf out = call.exchange().newBody(results.length());
        results.copyTo(out);
        call.exchange().ok(out);
    }

    /**
     * Makes the JSON of a batch, one result per item in request order, and counts them for the platform. Valid until the
     * next one is made.
     */
    public JsonBytes results(Request request, String platform) {
        counts.begin(platform);
        request.items(items);
        json.start().raw(RESULTS);
        while (items.next()) {
            if (items.index() > 0) {
                json.raw(',');
            }
            counts.count(items.buffer(), items.item(), items.outcome());
            result(request.frame(), items.item(), items.outcome());
        }
        return json.raw(RESULTS_END);
    }

    private void result(ExpandableArrayBuffer frame, int item, int outcome) {
        int id = TransactionItem.string(frame, item, TransactionField.TRANSACTION_ID);
        json.raw(TRANSACTION_ID)
                .string(
                        frame.byteArray(),
                        TransactionItem.stringOffset(frame, id),
                        TransactionItem.stringLength(frame, id));
        json.raw(STATUS[OutcomeRecord.outcome(frame, outcome).code()]);
        if (OutcomeRecord.hasBalance(frame, outcome)) {
            json.raw(BALANCE).amount(OutcomeRecord.balance(frame, outcome));
        }
        if (OutcomeRecord.hasTime(frame, outcome)) {
            json.raw(PROCESSED_AT).time(OutcomeRecord.timeMs(frame, outcome));
        }
        json.raw('}');
    }

    /** Whatever happens inside a batch, its outcome is unknown and it can be sent again. */
    @Override
    public Problem failure() {
        return Problem.UNAVAILABLE;
    }
}

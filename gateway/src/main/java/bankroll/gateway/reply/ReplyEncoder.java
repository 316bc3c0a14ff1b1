package bankroll.gateway.reply;

import bankroll.engine.Request;
import bankroll.protocol.BalanceAnswer;
import bankroll.protocol.IdentityAnswer;
import bankroll.protocol.LookupAnswer;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import io.netty.buffer.ByteBuf;
import org.agrona.DirectBuffer;

/** Writes what the platform is told of a request that went well (contract §2.3, §2.5 to §2.7). One event loop. */
public final class ReplyEncoder {
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

    private final JsonBytes json = new JsonBytes();

    /** Makes the JSON of a batch: one result per item, in request order. */
    public ReplyEncoder results(Request request) {
        DirectBuffer frame = request.frame();
        int items = request.items();
        int item = request.itemsOffset();
        json.start().raw(RESULTS);
        for (int i = 0; i < items; i++) {
            if (i > 0) {
                json.raw(',');
            }
            result(frame, item, request.outcomeOffset(i));
            item += TransactionItem.length(frame, item);
        }
        json.raw(RESULTS_END);
        return this;
    }

    private void result(DirectBuffer frame, int item, int outcome) {
        int id = TransactionItem.string(frame, item, TransactionField.TRANSACTION_ID);
        json.raw(TRANSACTION_ID)
                .string(frame, TransactionItem.stringOffset(frame, id), TransactionItem.stringLength(frame, id));
        json.raw(STATUS[OutcomeRecord.outcome(frame, outcome).code()]);
        if (OutcomeRecord.hasBalance(frame, outcome)) {
            json.raw(BALANCE).amount(OutcomeRecord.balance(frame, outcome));
        }
        if (OutcomeRecord.hasTime(frame, outcome)) {
            json.raw(PROCESSED_AT).time(OutcomeRecord.timeMs(frame, outcome));
        }
        json.raw('}');
    }

    /** Makes the JSON of an identity. */
    public ReplyEncoder identity(IdentityAnswer answer) {
        Profile profile = answer.profile();
        json.start().raw('{');
        text("player_id", profile.playerId());
        text("session_id", SessionId.format(answer.sessionHigh(), answer.sessionLow()));
        text("display_name", profile.displayName());
        text("avatar_url", profile.avatarUrl());
        text("language", profile.language());
        text("country", profile.country());
        text("currency", answer.currency());
        json.raw(BALANCE).amount(answer.balance()).raw('}');
        return this;
    }

    /** Makes the JSON of a balance. */
    public ReplyEncoder balance(BalanceAnswer answer) {
        json.start().raw('{');
        text("currency", answer.currency());
        json.raw(BALANCE).amount(answer.balance()).raw('}');
        return this;
    }

    /** Makes the JSON of a transaction's record (decisions §4). */
    public ReplyEncoder record(LookupAnswer answer) {
        json.start().raw('{');
        text("transaction_id", answer.texts().transactionId());
        text("type", answer.type().label());
        text("status", answer.outcome().label());
        member("amount").amount(answer.amount());
        if (answer.hasBalance()) {
            json.raw(BALANCE).amount(answer.balance());
        }
        member("rolled_back").raw(JsonBytes.ascii(Boolean.toString(answer.rolledBack())));
        json.raw(PROCESSED_AT).time(answer.processedAtMs()).raw('}');
        return this;
    }

    private void text(String name, String value) {
        if (value != null) {
            member(name).string(value);
        }
    }

    private JsonBytes member(String name) {
        if (json.length() > 1) {
            json.raw(',');
        }
        return json.string(name).raw(':');
    }

    /** Bytes of what was made last. */
    public int length() {
        return json.length();
    }

    /** Appends what was made last. */
    public void writeTo(ByteBuf target) {
        json.copyTo(target);
    }
}

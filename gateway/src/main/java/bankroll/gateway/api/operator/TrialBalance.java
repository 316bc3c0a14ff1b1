package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.TrialBalance.Line;
import bankroll.protocol.CommandHeader.CommandType;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** {@code GET trial-balance}: the books per currency (decisions §12). */
final class TrialBalance extends OperatorOperation {
    TrialBalance() {
        super("GET", "/trial-balance", OperatorRole.READ);
    }

    @Override
    public void ask(Call call) {
        call.end(call.start(CommandType.TRIAL_BALANCE, 1));
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> books(call.request().answer(Answer.TrialBalance.class), json));
    }

    static void books(Answer.TrialBalance answer, JsonGenerator json) throws IOException {
        json.writeNumberField("sequence", answer.sequence());
        json.writeArrayFieldStart("currencies");
        for (Line line : answer.currencies()) {
            currency(line, json);
        }
        json.writeEndArray();
    }

    private static void currency(Line line, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("currency", line.currency());
        json.writeStringField("players", line.players());
        json.writeStringField("house", line.house());
        json.writeStringField("cash", line.cash());
        json.writeStringField("adjustments", line.adjustments());
        json.writeStringField("sum", line.sum());
        json.writeEndObject();
    }
}

package bankroll.gateway.operator;

import bankroll.protocol.TrialBalanceAnswer;
import bankroll.protocol.TrialBalanceAnswer.Line;

/** {@code GET trial-balance}: the books per currency (decisions §12). */
final class TrialBalanceEncoder implements CallEncoder {
    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        encode((TrialBalanceAnswer) call.request().answer(), json);
    }

    static void encode(TrialBalanceAnswer answer, JsonWriter json) {
        json.begin().number("sequence", answer.sequence()).beginArray("currencies");
        answer.currencies().forEach(line -> encode(line, json));
        json.endArray().end();
    }

    private static void encode(Line line, JsonWriter json) {
        json.begin()
                .text("currency", line.currency())
                .text("players", line.players())
                .text("house", line.house())
                .text("cash", line.cash())
                .text("adjustments", line.adjustments())
                .text("sum", line.sum())
                .end();
    }
}

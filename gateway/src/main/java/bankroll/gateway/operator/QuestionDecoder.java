package bankroll.gateway.operator;

import bankroll.protocol.CommandType;

/** The calls about the whole ledger: nothing is read of them, and their command has no fields. */
final class QuestionDecoder implements CallDecoder {
    private final CommandType type;

    QuestionDecoder(CommandType type) {
        this.type = type;
    }

    @Override
    public void decode(OperatorCall call) {
        call.end(call.start(type, 1));
    }
}

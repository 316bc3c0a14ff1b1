package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.protocol.CommandHeader.CommandType;

/** {@code POST clock/confirm}: bookings follow a clock that stepped far ahead (ADR 11). Its body is not looked at. */
final class ConfirmClock extends OperatorOperation {
    ConfirmClock() {
        super("POST", "/clock/confirm", OperatorRole.ADMIN);
    }

    @Override
    public void ask(Call call) {
        call.end(call.start(CommandType.CONFIRM_CLOCK, 1));
    }

    @Override
    public void answer(Call call) {
        call.exchange().noContent();
    }
}

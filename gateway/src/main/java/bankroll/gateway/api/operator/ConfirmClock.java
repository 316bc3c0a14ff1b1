package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;

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
    public String detail(Outcome first) {
        return first == Outcome.CONFLICT ? "nothing is to be confirmed: bookings follow the machine's clock" : null;
    }

    @Override
    public void answer(Call call) {
        call.exchange().noContent();
    }
}

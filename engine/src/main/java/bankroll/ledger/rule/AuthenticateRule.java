package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import org.agrona.DirectBuffer;

/** May this launch code become a session (decisions §3). A blocked player may: debits will tell. */
public final class AuthenticateRule {
    private final LedgerView view;

    /** The rule over this view. */
    public AuthenticateRule(LedgerView view) {
        this.view = view;
    }

    /** Decides the exchange; a copy of one that was answered changes nothing. */
    public void decide(DirectBuffer command, int item, Decision decision) {
        if (decision.session() != Decision.NONE) {
            decision.plain(Outcome.OK, Effect.NONE);
            return;
        }
        int code = view.launchCode(command, AuthenticateCommand.codeHashOffset(item));
        boolean good = code != Decision.NONE && view.isForGame(code, command, AuthenticateCommand.gameHashOffset(item));
        if (!good) {
            decision.plain(Outcome.INVALID_LAUNCH_CODE, Effect.NONE);
        } else if (view.hasMostSessions(view.launchCodeAccount(code))) {
            decision.plain(Outcome.OK, Effect.CHANGED, Anomaly.OLDEST_SESSION_CLOSED);
        } else {
            decision.plain(Outcome.OK, Effect.CHANGED);
        }
    }
}

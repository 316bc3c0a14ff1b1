package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Effect;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.Outcome;
import org.agrona.DirectBuffer;

/** May this launch code be minted (operator API): the player exists and isn't blocked; the currency is the account's. */
public final class LaunchCodesRule {
    private final LedgerView view;

    /** The rule over this view. */
    public LaunchCodesRule(LedgerView view) {
        this.view = view;
    }

    /** Whether an item contradicts the state so that the whole call is malformed. */
    public boolean isMalformed(DirectBuffer items, int item) {
        int account = account(items, item);
        return account != Decision.NONE
                && LaunchCodeItem.hasCurrency(items, item)
                && !view.hasCurrency(
                        account,
                        items,
                        LaunchCodeItem.currencyOffset(item),
                        LaunchCodeItem.currencyLength(items, item));
    }

    /** Decides one item of a call that isn't malformed. */
    public void decide(DirectBuffer items, int item, Decision decision) {
        int account = account(items, item);
        if (account == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else if (view.isBlocked(account)) {
            decision.plain(Outcome.PLAYER_BLOCKED, Effect.NONE);
        } else {
            decision.plain(Outcome.OK, Effect.CHANGED);
            decision.time(view.nowMs() + LaunchCodeItem.ttlMs(items, item));
        }
    }

    /** Refuses an item because the call is malformed. */
    public void refuse(Decision decision) {
        decision.plain(Outcome.MALFORMED, Effect.NONE);
    }

    private int account(DirectBuffer items, int item) {
        return view.player(LaunchCodeItem.playerHigh(items, item), LaunchCodeItem.playerLow(items, item));
    }
}

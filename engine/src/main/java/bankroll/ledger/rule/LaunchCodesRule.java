package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Effect;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.Outcome;
import org.agrona.DirectBuffer;

/** May this launch code be minted (operator API): the player exists and isn't blocked; the currency is the account's. */
public final class LaunchCodesRule {
    private final LedgerView view;
    private boolean isMalformed;

    /** The rule over this view. */
    public LaunchCodesRule(LedgerView view) {
        this.view = view;
    }

    /** Looks at all codes of a call: one in another currency than the account's makes the whole call malformed. */
    public void begin(Items items) {
        isMalformed = false;
        while (items.next()) {
            isMalformed |= isOfOtherCurrency(items.buffer(), items.item());
        }
        items.rewind();
    }

    /** Decides one item of the call. */
    public void decide(DirectBuffer items, int item, Decision decision) {
        if (isMalformed) {
            decision.plain(Outcome.MALFORMED, Effect.NONE);
        } else if (decision.account() == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else if (view.isBlocked(decision.account())) {
            decision.plain(Outcome.PLAYER_BLOCKED, Effect.NONE);
        } else {
            decision.plain(Outcome.OK, Effect.CHANGED);
            decision.time(view.nowMs() + LaunchCodeItem.ttlMs(items, item));
        }
    }

    private boolean isOfOtherCurrency(DirectBuffer items, int item) {
        int account = view.player(items, LaunchCodeItem.playerHashOffset(item));
        return account != Decision.NONE
                && LaunchCodeItem.hasCurrency(items, item)
                && !view.hasCurrency(account, items, LaunchCodeItem.currencyOffset(item));
    }
}

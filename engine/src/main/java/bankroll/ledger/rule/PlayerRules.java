package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerItem;
import org.agrona.DirectBuffer;

/** What an operator may change about a player: opening, profile, blocks, sessions (operator API, decisions §11). */
public final class PlayerRules {
    private final LedgerView view;

    /** The rules over this view. */
    public PlayerRules(LedgerView view) {
        this.view = view;
    }

    /** Opens a player, or finds the same one. */
    public void open(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        if (account == Decision.NONE) {
            decision.plain(Outcome.CREATED, Effect.CHANGED);
        } else {
            boolean same = view.hasCurrency(account, items, PlayerItem.currencyOffset(item));
            decision.plain(same ? Outcome.EXISTS : Outcome.DUPLICATE_MISMATCH, Effect.NONE);
        }
    }

    /** Any change that only needs the player to exist. */
    public void change(Decision decision) {
        boolean isKnown = decision.account() != Decision.NONE;
        decision.plain(isKnown ? Outcome.OK : Outcome.PLAYER_NOT_FOUND, isKnown ? Effect.CHANGED : Effect.NONE);
    }

    /** Any question that only needs the player to exist. */
    public void ask(Decision decision) {
        if (decision.account() == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else {
            decision.note(Outcome.OK, Effect.NONE, Anomaly.NONE, decision.account());
        }
    }

    /** A self-exclusion can only be replaced by one that lasts at least as long. */
    public void block(DirectBuffer command, int item, Decision decision) {
        BlockCommand.Block block = BlockCommand.get(command, item);
        boolean isWeaker = isSelfExcluded(decision)
                && (!block.selfExcluded() || block.untilMs() < view.blockEndsAtMs(decision.account()));
        if (block.untilMs() <= view.nowMs()) {
            decision.plain(Outcome.MALFORMED, Effect.NONE);
        } else if (isWeaker) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            change(decision);
        }
    }

    /** A self-exclusion can't be lifted before its end. */
    public void unblock(Decision decision) {
        if (isSelfExcluded(decision)) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            change(decision);
        }
    }

    /** An open session can be closed. */
    public void closeSession(Decision decision) {
        boolean isOpen = decision.session() != Decision.NONE && view.isOpen(decision.session());
        decision.plain(isOpen ? Outcome.OK : Outcome.SESSION_NOT_FOUND, isOpen ? Effect.CHANGED : Effect.NONE);
    }

    private boolean isSelfExcluded(Decision decision) {
        return decision.account() != Decision.NONE && view.isSelfExcluded(decision.account());
    }
}

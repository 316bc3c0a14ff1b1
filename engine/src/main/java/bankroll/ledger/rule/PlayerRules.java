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
    public void open(DirectBuffer items, int item, Found found, Decision decision) {
        int account = found.account();
        if (account == Decision.NONE) {
            decision.plain(Outcome.CREATED, Effect.CHANGED);
        } else {
            boolean same = view.hasCurrency(account, items, PlayerItem.currencyOffset(item));
            decision.plain(same ? Outcome.EXISTS : Outcome.DUPLICATE_MISMATCH, Effect.NONE);
        }
    }

    /** Any change that only needs the player to exist. */
    public void change(Found found, Decision decision) {
        boolean isKnown = found.account() != Decision.NONE;
        decision.plain(isKnown ? Outcome.OK : Outcome.PLAYER_NOT_FOUND, isKnown ? Effect.CHANGED : Effect.NONE);
    }

    /** Any question that only needs the player to exist. */
    public void ask(Found found, Decision decision) {
        if (found.account() == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else {
            decision.note(Outcome.OK, Effect.NONE, Anomaly.NONE, found.account());
        }
    }

    /** A self-exclusion can only be replaced by one that lasts at least as long. */
    public void block(DirectBuffer command, int item, Found found, Decision decision) {
        BlockCommand.Block block = BlockCommand.get(command, item);
        boolean isWeaker = isSelfExcluded(found)
                && (!block.selfExcluded() || block.untilMs() < view.blockEndsAtMs(found.account()));
        if (block.untilMs() <= view.nowMs()) {
            decision.plain(Outcome.MALFORMED, Effect.NONE);
        } else if (isWeaker) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            change(found, decision);
        }
    }

    /** A self-exclusion can't be lifted before its end. */
    public void unblock(Found found, Decision decision) {
        if (isSelfExcluded(found)) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            change(found, decision);
        }
    }

    /** An open session can be closed. */
    public void closeSession(Found found, Decision decision) {
        boolean isOpen = found.session() != Decision.NONE && view.isOpen(found.session());
        decision.plain(isOpen ? Outcome.OK : Outcome.SESSION_NOT_FOUND, isOpen ? Effect.CHANGED : Effect.NONE);
    }

    private boolean isSelfExcluded(Found found) {
        return found.account() != Decision.NONE && view.isSelfExcluded(found.account());
    }
}

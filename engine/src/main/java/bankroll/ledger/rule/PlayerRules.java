package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.SessionCommand;
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
        int account = view.player(PlayerItem.playerHigh(items, item), PlayerItem.playerLow(items, item));
        if (account == Decision.NONE) {
            decision.plain(Outcome.CREATED, Effect.CHANGED);
        } else {
            int currency = PlayerItem.currencyOffset(item);
            boolean same = view.hasCurrency(account, items, currency, PlayerItem.currencyLength(items, item));
            decision.plain(same ? Outcome.EXISTS : Outcome.DUPLICATE_MISMATCH, Effect.NONE);
        }
    }

    /** Any change that only needs the player to exist. */
    public void change(DirectBuffer command, int item, Decision decision) {
        found(account(command, item), decision, Effect.CHANGED);
    }

    /** Any question that only needs the player to exist. */
    public void ask(DirectBuffer command, int item, Decision decision) {
        int account = account(command, item);
        if (account == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else {
            decision.note(Outcome.OK, Effect.NONE, Anomaly.NONE, account);
        }
    }

    /** A self-exclusion can only be replaced by one that lasts at least as long. */
    public void block(DirectBuffer command, int item, Decision decision) {
        int account = account(command, item);
        BlockCommand.Block block = BlockCommand.get(command, item);
        boolean weaker = account != Decision.NONE
                && view.isSelfExcluded(account)
                && (!block.selfExcluded() || block.untilMs() < view.blockEndsAtMs(account));
        if (block.untilMs() <= view.nowMs()) {
            decision.plain(Outcome.MALFORMED, Effect.NONE);
        } else if (weaker) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            found(account, decision, Effect.CHANGED);
        }
    }

    /** A self-exclusion can't be lifted before its end. */
    public void unblock(DirectBuffer command, int item, Decision decision) {
        int account = account(command, item);
        if (account != Decision.NONE && view.isSelfExcluded(account)) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            found(account, decision, Effect.CHANGED);
        }
    }

    /** An open session can be closed. */
    public void closeSession(DirectBuffer command, int item, Decision decision) {
        int session =
                view.openSession(SessionCommand.sessionHigh(command, item), SessionCommand.sessionLow(command, item));
        boolean open = session != Decision.NONE;
        decision.plain(open ? Outcome.OK : Outcome.SESSION_NOT_FOUND, open ? Effect.CHANGED : Effect.NONE);
    }

    private int account(DirectBuffer command, int item) {
        return view.player(PlayerCommand.playerHigh(command, item), PlayerCommand.playerLow(command, item));
    }

    private static void found(int account, Decision decision, Effect effect) {
        boolean known = account != Decision.NONE;
        decision.plain(known ? Outcome.OK : Outcome.PLAYER_NOT_FOUND, known ? effect : Effect.NONE);
    }
}

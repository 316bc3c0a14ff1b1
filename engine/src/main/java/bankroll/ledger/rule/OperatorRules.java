package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransferItem;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * How all but transactions is decided: what operators ask (operator API, decisions §11), the exchange of a launch code
 * (decisions §3), what the service itself says, and whether a question can be answered. One thread.
 */
public final class OperatorRules {
    private final LedgerView view;
    /** A walk of its own over launch codes. */
    private final Items codes = new Items();

    private boolean isMalformed;

    /** The rules over this view. */
    public OperatorRules(LedgerView view) {
        this.view = view;
    }

    /**
     * Decides an item, or whether a question about a player can be answered.
     *
     * @param request holds the items; behind the outcome there is room for more
     */
    public void decide(Items items, MutableDirectBuffer request, Decision decision) {
        DirectBuffer entry = items.buffer();
        int item = items.item();
        switch (items.type()) {
            case TRANSFERS -> transfer(entry, item, decision);
            case AUTHENTICATE -> authenticate(entry, item, decision);
            case LAUNCH_CODES -> launchCode(items, item, decision);
            case PLAYERS -> open(entry, item, decision);
            case PROFILE, CLOSE_SESSIONS -> change(decision);
            case BLOCK -> block(entry, item, decision);
            case UNBLOCK -> unblock(decision);
            case LIMITS -> limits(request, item, items.limitSet(), decision);
            case CLOSE_SESSION -> closeSession(decision);
            case SETTINGS, WINDOWS, CONFIRM_CLOCK -> decision.plain(Outcome.OK, Effect.CHANGED);
            default -> ask(decision);
        }
    }

    /** May this be booked: same id first, then player, currency, funds or 19 digits; refusals are forgotten. */
    private void transfer(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        int record = decision.record();
        if (record == Decision.NONE) {
            newTransfer(items, item, decision, account);
        } else if (view.fingerprint(record) == TransferItem.fingerprint(items, item)) {
            decision.again(Outcome.OK, record, account);
        } else {
            boolean samePlayer = view.playerTag(record) == Bits128.low(items, TransferItem.playerHashOffset(item));
            decision.untimed(
                    Outcome.DUPLICATE_MISMATCH, Anomaly.DUPLICATE_MISMATCH, samePlayer ? account : Decision.NONE);
        }
    }

    private void newTransfer(DirectBuffer items, int item, Decision decision, int account) {
        if (account == Decision.NONE) {
            decision.untimed(Outcome.PLAYER_NOT_FOUND, Anomaly.NONE, Decision.NONE);
            return;
        }
        long amount = TransferItem.amount(items, item);
        long balance = view.balance(account);
        boolean takes = TransferItem.takes(items, item);
        if (!view.hasCurrency(account, items, TransferItem.currencyOffset(item))) {
            decision.untimed(Outcome.CURRENCY_MISMATCH, Anomaly.NONE, account);
        } else if (takes && !Amounts.covers(balance, amount)) {
            decision.untimed(Outcome.INSUFFICIENT_FUNDS, Anomaly.NONE, account);
        } else if (!takes && !Amounts.fits(balance, amount)) {
            decision.untimed(Outcome.LIMIT_EXCEEDED, Anomaly.NONE, account);
        } else {
            long after = takes ? balance - amount : balance + amount;
            decision.book(Outcome.OK, Effect.BOOKED, Anomaly.NONE, amount, after);
        }
    }

    /**
     * May this launch code become a session (decisions §3); a copy of an exchange that was answered changes nothing. A blocked
     * player may: debits will tell.
     */
    private void authenticate(DirectBuffer command, int item, Decision decision) {
        if (decision.session() != Decision.NONE) {
            decision.plain(Outcome.OK, Effect.NONE);
            return;
        }
        int code = view.launchCode(command, AuthenticateCommand.codeHashOffset(item));
        boolean good = code != Decision.NONE && view.isForGame(code, command, AuthenticateCommand.gameHashOffset(item));
        if (!good) {
            decision.plain(Outcome.INVALID_LAUNCH_CODE, Effect.NONE);
        } else if (view.hasMostSessions(view.launchCodeAccount(code))) {
            decision.start(Outcome.OK, Effect.CHANGED, Anomaly.OLDEST_SESSION_CLOSED);
        } else {
            decision.plain(Outcome.OK, Effect.CHANGED);
        }
    }

    /**
     * May this launch code be minted: the player exists and isn't blocked. They are judged as a whole: one in another currency
     * than the account's makes the call malformed.
     */
    private void launchCode(Items items, int item, Decision decision) {
        if (items.index() == 0) {
            isMalformed = hasOtherCurrency(items);
        }
        if (isMalformed) {
            decision.plain(Outcome.MALFORMED, Effect.NONE);
        } else if (decision.account() == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else if (view.isBlocked(decision.account())) {
            decision.plain(Outcome.PLAYER_BLOCKED, Effect.NONE);
        } else {
            decision.plain(Outcome.OK, Effect.CHANGED);
            decision.time(view.nowMs() + LaunchCodeItem.ttlMs(items.buffer(), item));
        }
    }

    private boolean hasOtherCurrency(Items items) {
        boolean hasOther = false;
        codes.wrap(items);
        while (codes.next()) {
            hasOther |= isOfOtherCurrency(codes.buffer(), codes.item());
        }
        return hasOther;
    }

    private boolean isOfOtherCurrency(DirectBuffer items, int item) {
        int account = view.player(items, LaunchCodeItem.playerHashOffset(item));
        return account != Decision.NONE
                && LaunchCodeItem.hasCurrency(items, item)
                && !view.hasCurrency(account, items, LaunchCodeItem.currencyOffset(item));
    }

    /** Opens a player, or finds the same one. */
    private void open(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        if (account == Decision.NONE) {
            decision.plain(Outcome.CREATED, Effect.CHANGED);
        } else {
            boolean same = view.hasCurrency(account, items, PlayerItem.currencyOffset(item));
            decision.plain(same ? Outcome.EXISTS : Outcome.DUPLICATE_MISMATCH, Effect.NONE);
        }
    }

    /** Any change that only needs the player to exist. */
    private void change(Decision decision) {
        boolean isKnown = decision.account() != Decision.NONE;
        decision.plain(isKnown ? Outcome.OK : Outcome.PLAYER_NOT_FOUND, isKnown ? Effect.CHANGED : Effect.NONE);
    }

    /** Any question that only needs the player to exist. */
    private void ask(Decision decision) {
        if (decision.account() == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
        } else {
            decision.note(Outcome.OK, Effect.NONE, Anomaly.NONE, decision.account());
        }
    }

    /** A self-exclusion can only be replaced by one that lasts at least as long. */
    private void block(DirectBuffer command, int item, Decision decision) {
        PlayerCommand.Block block = PlayerCommand.block(command, item);
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
    private void unblock(Decision decision) {
        if (isSelfExcluded(decision)) {
            decision.plain(Outcome.CONFLICT, Effect.NONE);
        } else {
            change(decision);
        }
    }

    /**
     * Lowering or first setting a limit works at once, raising or removing it waits (decisions §11). The set as it then stands,
     * {@link LimitRecord#SET_BYTES}, is written behind the outcome, so that replay doesn't depend on this rule.
     */
    private void limits(MutableDirectBuffer request, int item, int set, Decision decision) {
        int account = decision.account();
        if (account == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
            return;
        }
        Map<LimitSlot, Long> wanted = PlayerCommand.limits(request, item);
        decision.plain(Outcome.OK, Effect.CHANGED);
        startSet(account, request, set);
        for (LimitSlot slot : LimitSlot.values()) {
            changeLimit(request, set, slot, wanted.get(slot));
        }
    }

    private void startSet(int account, MutableDirectBuffer set, int offset) {
        if (view.hasLimits(account)) {
            set.putBytes(offset, view.limits(account), 0, LimitRecord.SET_BYTES);
        } else {
            set.setMemory(offset, LimitRecord.SET_BYTES, (byte) 0);
        }
    }

    private void changeLimit(MutableDirectBuffer set, int offset, LimitSlot slot, Long wanted) {
        long nowMs = view.nowMs();
        if (!LimitRecord.isInForce(set, offset, slot, nowMs)) {
            setAtOnce(set, offset, slot, wanted);
            return;
        }
        long amount = LimitRecord.amount(set, offset, slot, nowMs);
        boolean loosens = wanted == null || Long.compareUnsigned(wanted, amount) > 0;
        if (!loosens || view.settings().limitRaiseDelayMs() == 0) {
            setAtOnce(set, offset, slot, wanted);
        } else if (!waitsAlready(set, offset, slot, wanted)) {
            LimitRecord.put(set, offset, slot, amount);
            loosenLater(set, offset, slot, wanted);
        }
    }

    private static void setAtOnce(MutableDirectBuffer set, int offset, LimitSlot slot, Long wanted) {
        if (wanted == null) {
            LimitRecord.remove(set, offset, slot);
        } else {
            LimitRecord.put(set, offset, slot, wanted);
        }
    }

    /** Asking again for what waits already doesn't start its time anew. */
    private boolean waitsAlready(DirectBuffer set, int offset, LimitSlot slot, Long wanted) {
        if (!LimitRecord.isPending(set, offset, slot, view.nowMs())) {
            return false;
        }
        boolean removal = LimitRecord.isRemovalPending(set, offset, slot);
        return wanted == null ? removal : !removal && LimitRecord.pendingAmount(set, offset, slot) == wanted;
    }

    private void loosenLater(MutableDirectBuffer set, int offset, LimitSlot slot, Long wanted) {
        long effectiveAtMs = view.nowMs() + view.settings().limitRaiseDelayMs();
        if (wanted == null) {
            LimitRecord.removeLater(set, offset, slot, effectiveAtMs);
        } else {
            LimitRecord.raiseLater(set, offset, slot, wanted, effectiveAtMs);
        }
    }

    /** An open session can be closed. */
    private void closeSession(Decision decision) {
        boolean isOpen = decision.session() != Decision.NONE && view.isOpen(decision.session());
        decision.plain(isOpen ? Outcome.OK : Outcome.SESSION_NOT_FOUND, isOpen ? Effect.CHANGED : Effect.NONE);
    }

    private boolean isSelfExcluded(Decision decision) {
        return decision.account() != Decision.NONE && view.isSelfExcluded(decision.account());
    }
}

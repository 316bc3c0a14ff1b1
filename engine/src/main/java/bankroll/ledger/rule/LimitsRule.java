package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.PlayerCommand;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Lowering or first setting a limit works at once, raising or removing it waits (decisions §11). The set as it then
 * stands is written behind the outcome, so that replay doesn't depend on this rule.
 */
public final class LimitsRule {
    private final LedgerView view;

    /** The rule over this view. */
    public LimitsRule(LedgerView view) {
        this.view = view;
    }

    /** Decides the set; behind an accepted outcome stand the {@link LimitRecord#SET_BYTES} of the new set. */
    public void decide(DirectBuffer command, int item, Decision decision) {
        int account = decision.account();
        if (account == Decision.NONE) {
            decision.plain(Outcome.PLAYER_NOT_FOUND, Effect.NONE);
            return;
        }
        Map<LimitSlot, Long> wanted = PlayerCommand.limits(command, item);
        decision.plain(Outcome.OK, Effect.CHANGED);
        MutableDirectBuffer set = decision.outcomes();
        int offset = decision.end();
        start(account, set, offset);
        for (LimitSlot slot : LimitSlot.values()) {
            change(set, offset, slot, wanted.get(slot));
        }
    }

    private void start(int account, MutableDirectBuffer set, int offset) {
        if (view.hasLimits(account)) {
            set.putBytes(offset, view.limits(account), 0, LimitRecord.SET_BYTES);
        } else {
            set.setMemory(offset, LimitRecord.SET_BYTES, (byte) 0);
        }
    }

    private void change(MutableDirectBuffer set, int offset, LimitSlot slot, Long wanted) {
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
}

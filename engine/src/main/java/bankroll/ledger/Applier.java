package bankroll.ledger;

import bankroll.ledger.table.Tables;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.Fields;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.SettingsCommand;
import org.agrona.DirectBuffer;

/**
 * From a decided item to the tables: with the appliers beside it the only place that changes them, for live and
 * replay alike (architecture, property 1). Never decides: what to do is in the outcome. One thread.
 */
final class Applier {
    private final Tables tables;
    private final TransactionApplier transactions;
    private final OperatorApplier operator;

    Applier(Tables tables) {
        this.tables = tables;
        transactions = new TransactionApplier(tables);
        operator = new OperatorApplier(tables);
    }

    /** Applies one item of any command but a batch of transactions. */
    void apply(CommandType type, DirectBuffer entry, int item, int outcome, EntryPlace place) {
        if (OutcomeRecord.effect(entry, outcome) == Effect.BOOKED) {
            transactions.applyTransfer(entry, item, outcome, place);
        } else if (OutcomeRecord.effect(entry, outcome) == Effect.CHANGED) {
            change(type, entry, item, outcome, place);
        }
    }

    private static LimitWindows windows(DirectBuffer entry, int item) {
        return LimitWindows.get(new Fields().read(entry, item));
    }

    private void change(CommandType type, DirectBuffer entry, int item, int outcome, EntryPlace place) {
        switch (type) {
            case CONFIRM_CLOCK -> {} // the entry's own time says it
            case SETTINGS -> tables.settings(SettingsCommand.settings(entry, item), place.timeMs());
            case WINDOWS -> tables.windows().record(windows(entry, item));
            case AUTHENTICATE -> operator.openSession(entry, item, OutcomeRecord.anomaly(entry, outcome), place);
            case PLAYERS -> operator.openPlayer(entry, item, place);
            case PROFILE -> operator.changeProfile(entry, item);
            case LAUNCH_CODES -> operator.mint(entry, item, OutcomeRecord.timeMs(entry, outcome), place);
            case BLOCK -> operator.block(entry, item);
            case UNBLOCK -> operator.unblock(entry, item);
            case LIMITS -> operator.limits(entry, item, outcome + OutcomeRecord.BYTES);
            case CLOSE_SESSION -> operator.closeSession(entry, item);
            case CLOSE_SESSIONS -> operator.closeSessions(entry, item);
            default -> throw new IllegalStateException(type + " changes nothing");
        }
    }
}

package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.Found;
import bankroll.ledger.table.Tables;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.Fields;
import bankroll.protocol.Items;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.SettingsCommand;
import org.agrona.DirectBuffer;

/**
 * The table of appliers: from a decided item to the tables. With the appliers in it the only place that changes them, for
 * live and replay alike (architecture, property 1). Never decides: what to do is in the outcome. One thread.
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

    /** Applies one item of the entry that comes next. */
    void apply(Items items, Found found, Decision decided) {
        if (decided.effect() == Effect.NONE) {
            return;
        }
        if (items.type() == CommandType.TRANSACTIONS) {
            transactions.apply(items.buffer(), items.item(), found, decided, tables.position(items.index()));
        } else {
            change(items, found, decided);
        }
    }

    private void change(Items items, Found found, Decision decided) {
        DirectBuffer entry = items.buffer();
        int item = items.item();
        switch (items.type()) {
            case TRANSFERS -> transactions.applyTransfer(entry, item, found, decided, tables.position(items.index()));
            case CONFIRM_CLOCK -> {} // the entry's own time says it
            case SETTINGS -> tables.start(SettingsCommand.key(entry, item), SettingsCommand.settings(entry, item));
            case WINDOWS -> tables.windows().record(LimitWindows.get(new Fields().read(entry, item)));
            case AUTHENTICATE -> operator.openSession(entry, item, decided.anomaly());
            case PLAYERS -> operator.openPlayer(entry, item);
            case PROFILE -> operator.changeProfile(entry, item, found.account());
            case LAUNCH_CODES -> operator.mint(entry, item, found.account(), decided.timeMs());
            case BLOCK -> operator.block(entry, item, found.account());
            case UNBLOCK -> operator.unblock(found.account());
            case LIMITS -> operator.limits(entry, items.outcome() + OutcomeRecord.BYTES, found.account());
            case CLOSE_SESSION -> operator.closeSession(found.session());
            case CLOSE_SESSIONS -> operator.closeSessions(found.account());
            default -> throw new IllegalStateException(items.type() + " changes nothing");
        }
    }
}

package bankroll.ledger;

import bankroll.ledger.rule.AuthenticateRule;
import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.LaunchCodesRule;
import bankroll.ledger.rule.LimitsRule;
import bankroll.ledger.rule.PlayerRules;
import bankroll.ledger.rule.TransactionRule;
import bankroll.ledger.rule.TransferRule;
import bankroll.ledger.table.LedgerView;
import bankroll.protocol.CommandType;
import bankroll.protocol.Items;
import org.agrona.DirectBuffer;

/** The table of rules: from an item to its outcome, by the rule of its type; changes nothing. One thread. */
final class Decider {
    private final TransactionRule transaction;
    private final TransferRule transfer;
    private final AuthenticateRule authenticate;
    private final LaunchCodesRule launchCodes;
    private final PlayerRules players;
    private final LimitsRule limits;

    Decider(LedgerView view) {
        transaction = new TransactionRule(view);
        transfer = new TransferRule(view);
        authenticate = new AuthenticateRule(view);
        launchCodes = new LaunchCodesRule(view);
        players = new PlayerRules(view);
        limits = new LimitsRule(view);
    }

    /** To be called before the first item of a command is decided: some commands are judged as a whole. */
    void begin(Items items) {
        if (items.type() == CommandType.LAUNCH_CODES) {
            launchCodes.begin(items);
        }
    }

    /** Decides an item, or whether a question about a player can be answered. */
    void decide(Items items, Decision decision) {
        if (items.type() == CommandType.TRANSACTIONS) {
            transaction.decide(items.buffer(), items.item(), decision);
        } else {
            decide(items.type(), items.buffer(), items.item(), decision);
        }
    }

    private void decide(CommandType type, DirectBuffer entry, int item, Decision decision) {
        switch (type) {
            case TRANSFERS -> transfer.decide(entry, item, decision);
            case AUTHENTICATE -> authenticate.decide(entry, item, decision);
            case LAUNCH_CODES -> launchCodes.decide(entry, item, decision);
            case PLAYERS -> players.open(entry, item, decision);
            case PROFILE, CLOSE_SESSIONS -> players.change(decision);
            case BLOCK -> players.block(entry, item, decision);
            case UNBLOCK -> players.unblock(decision);
            case LIMITS -> limits.decide(entry, item, decision);
            case CLOSE_SESSION -> players.closeSession(decision);
            case SETTINGS, WINDOWS, CONFIRM_CLOCK -> decision.accept();
            default -> players.ask(decision);
        }
    }
}

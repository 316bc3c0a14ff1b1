package bankroll.ledger;

import bankroll.ledger.rule.AuthenticateRule;
import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.LaunchCodesRule;
import bankroll.ledger.rule.LimitsRule;
import bankroll.ledger.rule.PlayerRules;
import bankroll.ledger.rule.TransferRule;
import bankroll.ledger.table.LedgerView;
import bankroll.protocol.CommandType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** From an item of any command but a batch of transactions to its outcome, by the rule of its type; changes nothing. One thread. */
final class Decider {
    private final Decision decision;
    private final TransferRule transfer;
    private final AuthenticateRule authenticate;
    private final LaunchCodesRule launchCodes;
    private final PlayerRules players;
    private final LimitsRule limits;

    Decider(LedgerView view) {
        decision = new Decision(view);
        transfer = new TransferRule(view);
        authenticate = new AuthenticateRule(view);
        launchCodes = new LaunchCodesRule(view);
        players = new PlayerRules(view);
        limits = new LimitsRule(view);
    }

    /** Writes the outcome of one item, or the answer to a question about a player. */
    void decide(CommandType type, DirectBuffer items, int item, MutableDirectBuffer outcomes, int outcome) {
        decision.at(outcomes, outcome);
        switch (type) {
            case TRANSFERS -> transfer.decide(items, item, decision);
            case AUTHENTICATE -> authenticate.decide(items, item, decision);
            case PLAYERS -> players.open(items, item, decision);
            case LAUNCH_CODES -> launchCodes.decide(items, item, decision);
            case PROFILE, CLOSE_SESSIONS -> players.change(items, item, decision);
            case BLOCK -> players.block(items, item, decision);
            case UNBLOCK -> players.unblock(items, item, decision);
            case LIMITS -> limits.decide(items, item, decision);
            case CLOSE_SESSION -> players.closeSession(items, item, decision);
            case SETTINGS, WINDOWS, CONFIRM_CLOCK -> decision.accept();
            default -> players.ask(items, item, decision);
        }
    }

    /** Whether an item of {@link CommandType#LAUNCH_CODES} spoils the whole call; then all are refused with it. */
    boolean isMalformed(DirectBuffer items, int item) {
        return launchCodes.isMalformed(items, item);
    }

    /** Refuses an item of a malformed call. */
    void refuse(MutableDirectBuffer outcomes, int outcome) {
        launchCodes.refuse(decision.at(outcomes, outcome));
    }

    /** The open session that the same exchange was answered with, or -1. */
    int repeatedSession(DirectBuffer items, int item) {
        return authenticate.repeatedSession(items, item);
    }
}

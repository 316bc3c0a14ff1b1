package bankroll.simulation;

import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.PlayerCommand;
import org.agrona.MutableDirectBuffer;

/** Something that is only asked: a player's balance, a platform's transaction, the trial balance. */
record Question(CommandType type, String subject, String platform) {
    static Question balance(String player) {
        return new Question(CommandType.BALANCE, player, "");
    }

    static Question lookup(String platform, String transactionId) {
        return new Question(CommandType.LOOKUP, transactionId, platform);
    }

    static Question trialBalance() {
        return new Question(CommandType.TRIAL_BALANCE, "", "");
    }

    int put(MutableDirectBuffer target, int offset, HashKey key) {
        IdHasher hasher = new IdHasher(key, platform);
        int item = CommandHeader.put(target, offset, type, 1, Origin.operator("ada"));
        return switch (type) {
            case BALANCE -> PlayerCommand.put(target, item, hasher, subject).position();
            case LOOKUP -> LookupCommand.put(target, item, hasher, subject);
            default -> item;
        };
    }
}

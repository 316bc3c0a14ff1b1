package bankroll.ledger;

import bankroll.protocol.CommandType;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import org.agrona.DirectBuffer;

/** How long an item is: commands with many items say so in their first four bytes, the others have one. */
final class Items {
    private Items() {}

    static int length(CommandType type, DirectBuffer items, int item) {
        return switch (type) {
            case TRANSACTIONS -> TransactionItem.length(items, item);
            case PLAYERS -> PlayerItem.length(items, item);
            case TRANSFERS -> TransferItem.length(items, item);
            case LAUNCH_CODES -> LaunchCodeItem.length(items, item);
            default -> 0;
        };
    }
}

package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.MutableDirectBuffer;

/**
 * The question where a transaction stands, {@link CommandType#LOOKUP}: each item is the hash of its id (16) in the space
 * of one platform. A platform asks in its own space; the operator asks in all of them, the first that is known answers.
 */
public final class LookupCommand {
    /** Bytes of an item. */
    public static final int BYTES = 16;

    private LookupCommand() {}

    /** Writes an item and tells where the next one starts. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, String transactionId) {
        hasher.hash(IdSpace.TRANSACTION, transactionId).put(target, item);
        return item + BYTES;
    }

    /** Where the hash stands. */
    public static int idHashOffset(int item) {
        return item;
    }
}

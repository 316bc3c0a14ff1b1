package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import org.agrona.MutableDirectBuffer;

/** A session to close, item of {@link CommandType#CLOSE_SESSION}: its 128 bits. */
public final class SessionCommand {
    private static final int BYTES = 16;

    private SessionCommand() {}

    /** Writes the item and tells where it ends. */
    public static int put(MutableDirectBuffer target, int item, long sessionHigh, long sessionLow) {
        Bits128.put(target, item, sessionHigh, sessionLow);
        return item + BYTES;
    }

    /** Where the session stands. */
    public static int sessionOffset(int item) {
        return item;
    }
}

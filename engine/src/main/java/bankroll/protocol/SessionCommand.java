package bankroll.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A session to close, item of {@link CommandType#CLOSE_SESSION}: its 128 bits. */
public final class SessionCommand {
    private SessionCommand() {}

    /** Writes the item and tells where it ends. */
    public static int put(MutableDirectBuffer target, int item, long sessionHigh, long sessionLow) {
        target.putLong(item, sessionHigh);
        target.putLong(item + 8, sessionLow);
        return item + 16;
    }

    /** First half of the session's bits. */
    public static long sessionHigh(DirectBuffer command, int item) {
        return command.getLong(item);
    }

    /** Second half of the session's bits. */
    public static long sessionLow(DirectBuffer command, int item) {
        return command.getLong(item + 8);
    }
}

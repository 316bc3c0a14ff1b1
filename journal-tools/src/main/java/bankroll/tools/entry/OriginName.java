package bankroll.tools.entry;

import bankroll.protocol.CommandHeader;
import bankroll.protocol.Origin;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** Who asked, decoded again only when it is another than before: entries of one platform come in thousands. */
final class OriginName {
    private byte[] bytes = new byte[0];
    private byte[] last = new byte[0];
    private Origin origin = Origin.SYSTEM;

    void read(DirectBuffer buffer, int command) {
        int length = CommandHeader.itemsOffset(buffer, command) - command;
        if (bytes.length != length) {
            bytes = new byte[length];
        }
        buffer.getBytes(command, bytes);
        // type, version and number of items stand first: only kind and name matter here
        Arrays.fill(bytes, 0, 6, (byte) 0);
        if (!Arrays.equals(bytes, last)) {
            origin = CommandHeader.origin(buffer, command);
            last = bytes.clone();
        }
    }

    Origin.Kind kind() {
        return origin.kind();
    }

    String name() {
        return origin.name();
    }
}

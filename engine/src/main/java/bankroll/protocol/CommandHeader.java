package bankroll.protocol;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The head of every command, little endian.
 *
 * <pre>
 *   0 u16 command type   2 u16 version   4 u16 items   6 u8 origin kind   7 u8 length of the origin's name
 *   8 the name, padded with zeros to a multiple of 8; the items follow
 * </pre>
 */
public final class CommandHeader {
    /** The version written and read: that of the command and of its outcomes. */
    public static final int VERSION = 2;

    /** Most bytes of an origin's name. */
    public static final int MAX_NAME_BYTES = 248;

    private static final int VERSION_OFFSET = 2;
    private static final int ITEMS = 4;
    private static final int ORIGIN_KIND = 6;
    private static final int NAME_LENGTH = 7;
    private static final int FIXED = 8;

    private CommandHeader() {}

    /** Writes the head and tells where the items start. */
    public static int put(MutableDirectBuffer target, int offset, CommandType type, int items, Origin origin) {
        byte[] name = origin.name().getBytes(StandardCharsets.UTF_8);
        return put(target, offset, type, items, origin.kind(), name);
    }

    /** Writes the head with a name encoded before, without allocation, and tells where the items start. */
    public static int put(
            MutableDirectBuffer target, int offset, CommandType type, int items, Origin.Kind kind, byte[] name) {
        if (name.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("the name of a platform or token has at most 248 bytes");
        }
        target.putShort(offset, (short) type.code());
        target.putShort(offset + VERSION_OFFSET, (short) VERSION);
        putItems(target, offset, items);
        target.putByte(offset + ORIGIN_KIND, (byte) kind.ordinal());
        target.putByte(offset + NAME_LENGTH, (byte) name.length);
        int end = offset + FIXED + align(name.length);
        target.setMemory(offset + FIXED, end - offset - FIXED, (byte) 0);
        target.putBytes(offset + FIXED, name);
        return end;
    }

    /** Corrects the number of items once it is known. */
    public static void putItems(MutableDirectBuffer target, int offset, int items) {
        target.putShort(offset + ITEMS, (short) items);
    }

    /**
     * What is asked.
     *
     * @throws ConditionException when the command is laid out in a way that this program doesn't know.
     */
    public static CommandType type(DirectBuffer command, int offset) {
        if (version(command, offset) != VERSION) {
            throw new ConditionException(
                    ExitCode.DAMAGE,
                    "an entry has version " + version(command, offset) + ", this program reads version " + VERSION,
                    "use the release that wrote it");
        }
        return CommandType.of(command.getShort(offset) & 0xffff);
    }

    /** The layout's version. */
    public static int version(DirectBuffer command, int offset) {
        return command.getShort(offset + VERSION_OFFSET) & 0xffff;
    }

    /** How many items follow. */
    public static int items(DirectBuffer command, int offset) {
        return command.getShort(offset + ITEMS) & 0xffff;
    }

    /** Whether a platform asks. */
    public static boolean isOfPlatform(DirectBuffer command, int offset) {
        return command.getByte(offset + ORIGIN_KIND) == Origin.Kind.PLATFORM.ordinal();
    }

    /** Who asks. Allocates. */
    public static Origin origin(DirectBuffer command, int offset) {
        byte[] name = new byte[command.getByte(offset + NAME_LENGTH) & 0xff];
        command.getBytes(offset + FIXED, name);
        Origin.Kind kind = Origin.Kind.values()[command.getByte(offset + ORIGIN_KIND)];
        return new Origin(kind, new String(name, StandardCharsets.UTF_8));
    }

    /** Where the first item starts. */
    public static int itemsOffset(DirectBuffer command, int offset) {
        return offset + FIXED + align(command.getByte(offset + NAME_LENGTH) & 0xff);
    }

    private static int align(int length) {
        return length + 7 & ~7;
    }
}

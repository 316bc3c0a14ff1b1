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
    /** Kind and name of who asks stand from here on, up to the first item. */
    public static final int ORIGIN_KIND = 6;

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

    /** What may be asked. Codes below 64 may be journaled, the others are questions. Codes are never reused. */
    public enum CommandType {
        /** The service started: hash key, version and the settings that decisions follow from here on. */
        SETTINGS(1),
        /** 1 to 500 debits, credits and rollbacks (contract §4.2). */
        TRANSACTIONS(2, CommandType.MOST_ITEMS),
        /** A launch code for a session (contract §4.1). */
        AUTHENTICATE(3),
        /** Opens 1 to 500 players. */
        PLAYERS(4, CommandType.MOST_ITEMS),
        /** Changes a player's profile. */
        PROFILE(5),
        /** 1 to 500 deposits, withdrawals and adjustments. */
        TRANSFERS(6, CommandType.MOST_ITEMS),
        /** Mints 1 to 500 launch codes. */
        LAUNCH_CODES(7, CommandType.MOST_ITEMS),
        /** Blocks a player, or excludes one. */
        BLOCK(8),
        /** Lifts a block. */
        UNBLOCK(9),
        /** Sets the whole set of a player's limits. */
        LIMITS(10),
        /** Closes one session. */
        CLOSE_SESSION(11),
        /** Closes all sessions of a player. */
        CLOSE_SESSIONS(12),
        /** The windows that limits count in from here on: {@link LimitWindows}. */
        WINDOWS(13),
        /** The clock is right, however far it stepped: entries follow it from here on. No fields. */
        CONFIRM_CLOCK(14),

        /** Question: a player's balance (contract §4.3). */
        BALANCE(64),
        /** Question: where a transaction stands in the journal (contract §4.4). */
        LOOKUP(65),
        /** Question: all about a player. */
        PLAYER(66),
        /** Question: a player's open sessions. */
        SESSIONS(67),
        /** Question: the trial balance. */
        TRIAL_BALANCE(68),
        /** Question: how much of everything there is. */
        COUNTS(69);

        /** One more than the largest code. */
        public static final int CODES = 128;

        private static final int MOST_ITEMS = 500;
        private static final Codes<CommandType> BY_CODE = new Codes<>(values(), CommandType::code, "command");

        private final int code;
        private final int maxItems;

        CommandType(int code) {
            this(code, 1);
        }

        CommandType(int code, int maxItems) {
            this.code = code;
            this.maxItems = maxItems;
        }

        /** The stable number, 1 to 127. */
        public int code() {
            return code;
        }

        /** Whether this only asks and is never journaled. */
        public boolean isQuestion() {
            return code >= 64;
        }

        /** Whether its answer may have to be read from the journal, which takes as long as the disk does. */
        public boolean mayReadJournal() {
            return this == LOOKUP || this == SESSIONS;
        }

        /** How many items it can have: 500 where there can be many. */
        public int maxItems() {
            return maxItems;
        }

        /** The type of a stored code. */
        public static CommandType of(int code) {
            return BY_CODE.of(code);
        }
    }

    /**
     * Who asks; recorded with every entry (operator API: every change records who did it).
     *
     * @param kind platform, operator or the service itself
     * @param name the platform's or the token's name
     */
    public record Origin(Kind kind, String name) {
        /** The service itself. */
        public static final Origin SYSTEM = new Origin(Kind.SYSTEM, "bankroll");

        /** On which side the asker stands. */
        public enum Kind {
            /** The service itself, at its start. */
            SYSTEM,
            /** A platform, known by its signing key. */
            PLATFORM,
            /** An operator, known by its token. */
            OPERATOR
        }

        /** A platform. */
        public static Origin platform(String name) {
            return new Origin(Kind.PLATFORM, name);
        }

        /** The bearer of an operator token. */
        public static Origin operator(String name) {
            return new Origin(Kind.OPERATOR, name);
        }
    }
}

package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One message of the log: a command with all that its decision needs and only one node knows. Version 1, little endian.
 *
 * <pre>
 *   0 u16 version = 1    2 u16 kind: 1 a command, 2 a barrier (nothing is decided; questions of its sender wait for it)
 *   4 i32 length of the windows' command, 0 for none     8 i32 length of the command     12 i32 rules: {@link CommandLog.Rules}
 *  16 i64 sender: drawn when a process starts           24 i64 number: 1, 2, 3 … of the sender
 *  32 i64 chain sequence                                40 32 bytes chain value of that sequence
 *  72 command, padded to 8 · windows: a WINDOWS command, for the case that those in force are over
 * </pre>
 *
 * <p>Writes into a buffer of its own, or reads one that is given. One thread.
 */
final class LogMessage {
    /** Bytes that a message has beside its command at most. */
    static final int OVERHEAD = 1024;

    private static final int VERSION = 1;
    private static final int COMMAND = 1;
    private static final int BARRIER = 2;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int KIND_OFFSET = 2;
    private static final int WINDOWS_LENGTH_OFFSET = 4;
    private static final int COMMAND_LENGTH_OFFSET = 8;
    private static final int RULES_OFFSET = 12;
    private static final int SENDER_OFFSET = 16;
    private static final int NUMBER_OFFSET = 24;
    static final int CHAIN_OFFSET = 32;
    private static final int HEAD = 72;

    private final CommandLog.Rules rules;
    private final ExpandableArrayBuffer own = new ExpandableArrayBuffer(1024);
    private DirectBuffer buffer = own;
    private int offset;

    /** What is written is to be decided by these rules, and what is read must be. */
    LogMessage(CommandLog.Rules rules) {
        this.rules = rules;
    }

    /** The buffer that is written into. */
    MutableDirectBuffer written() {
        return own;
    }

    /** Writes a message that only lets questions be answered; tells its length. */
    int writeBarrier(long sender, long number, ChainHead chain) {
        head(BARRIER, sender, number, chain);
        own.putInt(COMMAND_LENGTH_OFFSET, 0, ORDER);
        return HEAD;
    }

    /** Writes a message with the command of a request, without windows; tells its length. */
    int writeCommand(long sender, long number, ChainHead chain, Request request) {
        head(COMMAND, sender, number, chain);
        own.putInt(COMMAND_LENGTH_OFFSET, request.commandLength(), ORDER);
        own.putBytes(HEAD, request.frame(), Request.COMMAND_OFFSET, request.commandLength());
        return windowsOffset(request.commandLength());
    }

    /** Adds windows to the message that was written; tells its length. */
    int addWindows(Request windows, int length) {
        own.putInt(WINDOWS_LENGTH_OFFSET, windows.commandLength(), ORDER);
        own.putBytes(length, windows.frame(), Request.COMMAND_OFFSET, windows.commandLength());
        return length + windows.commandLength();
    }

    private void head(int kind, long sender, long number, ChainHead chain) {
        own.putShort(0, (short) VERSION, ORDER);
        own.putShort(KIND_OFFSET, (short) kind, ORDER);
        own.putInt(WINDOWS_LENGTH_OFFSET, 0, ORDER);
        own.putInt(RULES_OFFSET, rules.sent(), ORDER);
        own.putLong(SENDER_OFFSET, sender, ORDER);
        own.putLong(NUMBER_OFFSET, number, ORDER);
        chain.put(own, CHAIN_OFFSET);
    }

    /**
     * Reads a message where it stands.
     *
     * @throws ConditionException when it is to be decided by rules that this node doesn't know
     * @throws IllegalArgumentException when this program doesn't know its version or kind, or its lengths can't be
     */
    void wrap(DirectBuffer source, int start, int length) {
        int version = length < HEAD ? 0 : source.getShort(start, ORDER) & 0xffff;
        int kind = length < HEAD ? 0 : source.getShort(start + KIND_OFFSET, ORDER) & 0xffff;
        if (version != VERSION || kind != COMMAND && kind != BARRIER) {
            throw new IllegalArgumentException("a message of the log has version " + version + " and kind " + kind
                    + ", this program knows version " + VERSION);
        }
        rules.requireKnown(source.getInt(start + RULES_OFFSET, ORDER));
        buffer = source;
        offset = start;
        int windows = buffer.getInt(start + WINDOWS_LENGTH_OFFSET, ORDER);
        int command = commandLength();
        boolean fits = windows >= 0 && command >= 0 && (long) HEAD + command + windows <= length;
        if (!fits || windows > 0 && windowsOffset(command) + windows > length) {
            throw new IllegalArgumentException("a message of " + length + " bytes says that it holds " + command
                    + " bytes of command and " + windows + " of windows");
        }
    }

    boolean isCommand() {
        return (buffer.getShort(offset + KIND_OFFSET, ORDER) & 0xffff) == COMMAND;
    }

    long sender() {
        return buffer.getLong(offset + SENDER_OFFSET, ORDER);
    }

    long number() {
        return buffer.getLong(offset + NUMBER_OFFSET, ORDER);
    }

    /** The sender's chain head, which is the one given when its sequence is the same. Allocates otherwise. */
    ChainHead chain(ChainHead before) {
        long sequence = buffer.getLong(offset + CHAIN_OFFSET, ORDER);
        if (sequence == before.sequence()) {
            return before;
        }
        return ChainHead.get(buffer, offset + CHAIN_OFFSET);
    }

    CommandType type() {
        return CommandHeader.type(buffer, offset + HEAD);
    }

    int commandLength() {
        return buffer.getInt(offset + COMMAND_LENGTH_OFFSET, ORDER);
    }

    boolean hasWindows() {
        return windowsLength() > 0;
    }

    private int windowsLength() {
        return buffer.getInt(offset + WINDOWS_LENGTH_OFFSET, ORDER);
    }

    /** Copies the command to where a request has its own. */
    void commandTo(Request request) {
        copy(HEAD, commandLength(), request);
    }

    /** Copies the windows to where a request has its command. */
    void windowsTo(Request request) {
        copy(windowsOffset(commandLength()), windowsLength(), request);
    }

    private void copy(int from, int length, Request request) {
        request.frame().putBytes(Request.COMMAND_OFFSET, buffer, offset + from, length);
        request.commandLength(length);
    }

    private static int windowsOffset(int commandLength) {
        return HEAD + Frame.align(commandLength);
    }
}

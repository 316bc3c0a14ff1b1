package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.cluster.Envelope.MarkOrder;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/** Takes the log's messages out of their envelopes and gives them to the engine, whoever reads the log. One thread. */
final class LogMessages {
    private final CommandLog.Member member;
    private final LogMark began;
    private final Consumer<HandOverOrder> orders;
    private final DiskWait disk;
    private final PartedMessage parted = new PartedMessage();
    /** How many messages it has given. */
    private long given;

    /**
     * Prepares it.
     *
     * @param began where the node's log began
     * @param orders hears who is to lead
     * @param disk how long it may hold the journal up
     */
    LogMessages(CommandLog.Member member, LogMark began, Consumer<HandOverOrder> orders, DiskWait disk) {
        this.member = member;
        this.began = began;
        this.orders = orders;
        this.disk = disk;
    }

    /** Takes the next one, in its envelope; tells whether it says that a mark is made here. */
    boolean take(DirectBuffer buffer, int offset, int length) {
        if (!Envelope.isKnown(buffer, offset, length)) {
            throw new IllegalArgumentException(
                    "a message of " + length + " bytes in the log is none of this program's version");
        }
        if (!Envelope.hasBegun(buffer, offset, began)) {
            throw new ConditionException(
                    ExitCode.DAMAGE,
                    "this node's log began behind entry " + began.sequence()
                            + " of its journal, the leader's behind entry " + Envelope.sequence(buffer, offset)
                            + ": they did not begin with the same ledger",
                    "begin all nodes without data, or each with a copy of one data directory that holds no "
                            + ClusterContext.DIRECTORY + " directory; a node that has lost its data: "
                            + ClusterContext.CURE);
        }
        long timeMs = Envelope.timeMs(buffer, offset);
        switch (Envelope.kind(buffer, offset)) {
            case Envelope.ORDER -> {
                return isMark(buffer, offset + Envelope.BYTES);
            }
            case Envelope.PART -> {
                if (parted.take(buffer, offset, length)) {
                    give(parted.buffer(), 0, parted.length(), timeMs);
                    forgetParts();
                }
            }
            default -> give(buffer, offset + Envelope.BYTES, length - Envelope.BYTES, timeMs);
        }
        return false;
    }

    private boolean isMark(DirectBuffer order, int offset) {
        if (MarkOrder.is(order, offset)) {
            forgetParts();
            return true;
        }
        orders.accept(HandOverOrder.get(order, offset));
        return false;
    }

    private void give(DirectBuffer buffer, int offset, int length, long timeMs) {
        // the usual way needs no lambda
        if (!member.take(buffer, offset, length, timeMs)) {
            disk.await(
                    () -> member.take(buffer, offset, length, timeMs),
                    "the journal of this node has no room for a message");
        }
        given++;
    }

    /**
     * A mark or a term comes: what came of a longer message is void. The leader sees to it that no mark comes between parts, so
     * that nothing is lost with them.
     */
    void forgetParts() {
        parted.forget();
    }

    /** Where the journal stands, once it is on the disk up to there. */
    LogMark forcedMark() {
        LogMark mark = member.mark();
        disk.await(() -> member.isForced(mark), "the disk of this node's journal has not answered to a force");
        return mark;
    }

    /** How many messages it has given. */
    long given() {
        return given;
    }
}

package bankroll.simulation;

import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A node's place at the {@link SharedLog}: what its process reads there, and what it believes about who leads. */
final class Seat implements CommandLog {
    private final SharedLog log;
    private final int node;
    private final Random random;
    private Member member;
    private LogMark mark = LogMark.START;
    private int markPosition;
    private int position;
    private long believedTerm = NO_TERM;
    private boolean isOpen;

    Seat(SharedLog log, int node, Random random) {
        this.log = log;
        this.node = node;
        this.random = random;
    }

    @Override
    public void join(Member value) {
        member = value;
        position = markPosition;
        member.begin(mark);
    }

    @Override
    public int turn() {
        isOpen = random.nextInt(30) > 0;
        if (log.leader() == node) {
            believedTerm = log.term();
        }
        return 0;
    }

    /** One that was deposed doesn't know it at once. */
    @Override
    public long term() {
        return isOpen ? believedTerm : NO_TERM;
    }

    @Override
    public boolean offer(DirectBuffer message, int offset, int length) {
        if (random.nextInt(10) == 0) {
            return false;
        }
        if (log.leader() == node && log.term() == believedTerm) {
            byte[] bytes = new byte[length];
            message.getBytes(offset, bytes);
            log.append(SharedLog.Kind.MESSAGE, member.clock().getAsLong(), bytes);
        }
        return true;
    }

    @Override
    public int mostBytes() {
        return 1 << 20;
    }

    @Override
    public double phase() {
        return node / 8.0;
    }

    @Override
    public void passOn() {
        // who leads is the simulation's to say
    }

    @Override
    public String leader() {
        return "";
    }

    @Override
    public void leave() {
        believedTerm = NO_TERM;
    }

    /** The process is gone. */
    void vacate() {
        member = null;
        believedTerm = NO_TERM;
    }

    /** Whether the process has taken all that is on most nodes. */
    boolean isUpToDate() {
        return position == log.committed();
    }

    /** Gives the process what stands next; false when there is nothing, or it can't take it now. */
    boolean deliver() {
        if (isUpToDate()) {
            member.turn();
            return false;
        }
        if (!take(log.get(position))) {
            return false;
        }
        position++;
        return true;
    }

    private boolean take(SharedLog.Entry entry) {
        switch (entry.kind()) {
            case TERM -> member.beginTerm(entry.term());
            case MARK -> {
                LogMark now = member.mark();
                if (!member.isForced(now)) {
                    return false;
                }
                mark = now;
                markPosition = position + 1;
            }
            default -> {
                return member.take(new UnsafeBuffer(entry.bytes()), 0, entry.bytes().length, entry.timestampMs());
            }
        }
        if (entry.term() > believedTerm) {
            believedTerm = NO_TERM;
        }
        return true;
    }
}

package bankroll.cluster;

import bankroll.engine.CommandLog;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How long the leader's journal is and what time it has, told to the others four times a second and past the log: how many
 * entries it has not read yet, a node can't know from what it has read, nor from a log that stands still whether its clock is
 * right. Nothing is decided by it. A message that is lost is followed by the next.
 *
 * <pre>
 *   0 i32 version = 2   4 i32 the leader   8 i64 its term   16 i64 the last entry of its journal        little endian
 *  24 i64 its time, milliseconds since the epoch; 0 when it doesn't say
 * </pre>
 *
 * <p>Ingress' thread; {@link #entryOf} is for any.
 */
final class LeaderNews implements AutoCloseable {
    /** What a node says that has not heard it lately. */
    static final long UNKNOWN = -1;

    private static final int STREAM = 120;
    private static final int VERSION = 2;
    private static final int LEADER_OFFSET = 4;
    private static final int TERM_OFFSET = 8;
    private static final int ENTRY_OFFSET = 16;
    private static final int TIME_OFFSET = 24;
    private static final int BYTES = 32;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long GOOD_FOR_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int MOST_AT_ONCE = 4;

    private final ClusterContext context;
    private final ErrorHandler errors;
    private final NanoClock clock;
    private final MemberWays ways;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[BYTES]);
    private final FragmentHandler hears = this::hear;
    private Subscription own;
    private long term = CommandLog.NO_TERM;
    private long toldNs;
    /** A time that was heard in this turn; 0 for none. */
    private long heardMs;

    /** What was heard last; null for nothing yet. */
    private volatile Heard heard;

    private record Heard(int leader, long term, long entry, long atNs) {}

    LeaderNews(ClusterContext context, ErrorHandler errors) {
        this(context, errors, SystemNanoClock.INSTANCE);
    }

    LeaderNews(ClusterContext context, ErrorHandler errors, NanoClock clock) {
        this.context = context;
        this.errors = errors;
        this.clock = clock;
        ways = new MemberWays(context, STREAM, errors);
    }

    /** The last entry that this leader told of in this term, or {@link #UNKNOWN}. */
    long entryOf(int leader, long itsTerm) {
        Heard newest = heard;
        boolean isGood = newest != null && newest.leader() == leader && newest.term() == itsTerm && isGood(newest);
        return isGood ? newest.entry() : UNKNOWN;
    }

    /** Whether a leader was heard lately, whoever it is. */
    boolean hearsLeader() {
        Heard newest = heard;
        return newest != null && isGood(newest);
    }

    private boolean isGood(Heard news) {
        return clock.nanoTime() - news.atNs() < GOOD_FOR_NS;
    }

    /**
     * Hears, or tells.
     *
     * @param leads the term in which this node leads, or none
     * @param leader the member that leads as far as this one knows, or -1
     */
    int turn(Aeron aeron, long leads, int leader, CommandLog.Member member) {
        if (own == null) {
            own = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        }
        if (leads != term) {
            term = leads;
            ways.close();
            if (leads != CommandLog.NO_TERM) {
                open(aeron);
            }
        }
        if (leads != CommandLog.NO_TERM && clock.nanoTime() - toldNs > EVERY_NS) {
            toldNs = clock.nanoTime();
            tell(member.sequence(), member.toldTimeMs());
        }
        heardMs = 0;
        int work = own.poll(hears, MOST_AT_ONCE);
        if (heardMs > 0 && leads == CommandLog.NO_TERM && heard.leader() == leader) {
            member.hearTime(heardMs);
        }
        return work;
    }

    private void hear(DirectBuffer buffer, int offset, int length, Header header) {
        if (length == BYTES && buffer.getInt(offset, ORDER) == VERSION) {
            heard = new Heard(
                    buffer.getInt(offset + LEADER_OFFSET, ORDER),
                    buffer.getLong(offset + TERM_OFFSET, ORDER),
                    buffer.getLong(offset + ENTRY_OFFSET, ORDER),
                    clock.nanoTime());
            heardMs = buffer.getLong(offset + TIME_OFFSET, ORDER);
        }
    }

    private void open(Aeron aeron) {
        for (int member = 0; member < context.members.size(); member++) {
            if (member != context.node) {
                ways.open(aeron, member);
            }
        }
    }

    private void tell(long entry, long timeMs) {
        message.putInt(0, VERSION, ORDER);
        message.putInt(LEADER_OFFSET, context.node, ORDER);
        message.putLong(TERM_OFFSET, term, ORDER);
        message.putLong(ENTRY_OFFSET, entry, ORDER);
        message.putLong(TIME_OFFSET, timeMs, ORDER);
        for (int member = 0; member < context.members.size(); member++) {
            ExclusivePublication way = ways.to(member);
            if (way != null) {
                way.offer(message);
            }
        }
    }

    @Override
    public void close() {
        ways.close();
        CloseHelper.close(errors, own);
    }
}

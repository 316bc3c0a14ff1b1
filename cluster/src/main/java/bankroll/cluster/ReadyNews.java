package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Which members could take the lead at once, told to the leader past the log. That a node is reached doesn't say so: it may still
 * catch up, and bookings would wait for it in vain.
 *
 * <pre>
 *   0 i32 version = 1   4 i32 the member   8 i64 the term in which it follows        little endian
 * </pre>
 *
 * <p>Ingress' thread.
 */
final class ReadyNews implements AutoCloseable {
    static final int STREAM = 121;
    private static final int VERSION = 1;
    private static final int MEMBER_OFFSET = 4;
    private static final int TERM_OFFSET = 8;
    private static final int BYTES = 16;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final ClusterContext context;
    private final ErrorHandler errors;
    private final MemberWays ways;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[BYTES]);
    private final FragmentHandler hears = this::hear;
    /** Of each member: the one in which it was ready. */
    private final long[] terms;

    private Subscription own;

    ReadyNews(ClusterContext context, ErrorHandler errors) {
        this.context = context;
        this.errors = errors;
        ways = new MemberWays(context, STREAM, errors);
        terms = new long[context.members.size()];
        forget();
    }

    /** Hears what has come, from the first time on; the client is the same each time. */
    void listen(Aeron aeron) {
        if (own == null) {
            own = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        }
        own.poll(hears, terms.length);
    }

    private void hear(DirectBuffer buffer, int offset, int length, Header header) {
        if (length == BYTES && buffer.getInt(offset, ORDER) == VERSION) {
            int member = buffer.getInt(offset + MEMBER_OFFSET, ORDER);
            if (member >= 0 && member < terms.length) {
                terms[member] = buffer.getLong(offset + TERM_OFFSET, ORDER);
            }
        }
    }

    /** Whether a member has said that it is ready in this term. */
    boolean isReady(int member, long term) {
        return terms[member] == term;
    }

    /** Says to the leader that this node is ready in this term; false where it has to be said again. */
    boolean say(Aeron aeron, int leader, long term) {
        ways.open(aeron, leader);
        ExclusivePublication way = ways.to(leader);
        message.putInt(0, VERSION, ORDER);
        message.putInt(MEMBER_OFFSET, context.node, ORDER);
        message.putLong(TERM_OFFSET, term, ORDER);
        return way != null && way.offer(message) > 0;
    }

    /** What was said before counts no more. */
    void forget() {
        Arrays.fill(terms, Aeron.NULL_VALUE);
    }

    /** Nothing more is said. */
    void hush() {
        ways.close();
    }

    @Override
    public void close() {
        ways.close();
        CloseHelper.close(errors, own);
    }
}

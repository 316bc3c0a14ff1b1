package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import io.aeron.cluster.service.Cluster;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Tells the leader that this node is within its term (ADR 36, 37): it has heard that more of the term is confirmed than that it
 * begins, and its journal is the leader's. What the leader said before it had begun comes no more then, and by Aeron 1.51 would
 * have cut off all of the term.
 *
 * <p>It is a request for a vote in a term of which the log is already. No candidate asks so, a leader of the term passes it over,
 * and who holds an election refuses it. Said again and again, since a member that comes back hears nothing of before.
 *
 * <p>The consensus module's thread.
 */
final class WithinTerm {
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final int NOBODY = -1;

    private final ClusterContext context;
    private final LongSupplier follows;
    private final NanoClock clock;
    private final MemberWays ways;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    private final RequestVoteEncoder word = new RequestVoteEncoder();
    private final MessageHeaderEncoder head = new MessageHeaderEncoder();
    private long term = Aeron.NULL_VALUE;
    private int leader = NOBODY;
    private long openedNs;
    private long saidNs;

    /**
     * Nothing was heard.
     *
     * @param follows the term within which this node follows; null of Aeron's while there is none
     */
    WithinTerm(ClusterContext context, LongSupplier follows, NanoClock clock, ErrorHandler errors) {
        this.context = context;
        this.follows = follows;
        this.clock = clock;
        ways = new MemberWays(context, STREAM, errors);
        openedNs = clock.nanoTime() - againNs();
    }

    /** Somebody says that he leads in a term. */
    void hear(int itsLeader, long itsTerm) {
        if (itsTerm > term && itsLeader >= 0 && itsLeader < context.members.size() && itsLeader != context.node) {
            term = itsTerm;
            leader = itsLeader;
            saidNs = clock.nanoTime() - againNs();
        }
    }

    /** Between any two turns of the consensus module, whose client it is. */
    void look(Aeron aeron) {
        long nowNs = clock.nanoTime();
        if (nowNs - openedNs >= againNs()) {
            open(aeron);
            openedNs = nowNs;
        }
        boolean isDue = leader != NOBODY && nowNs - saidNs >= againNs();
        if (isDue && follows.getAsLong() == term && say()) {
            saidNs = nowNs;
        }
    }

    /** To whoever may lead, as Aeron does at a start: when another one leads, its name may not be found any more. */
    private void open(Aeron aeron) {
        for (int member = 0; member < context.members.size(); member++) {
            if (member != context.node) {
                ways.open(aeron, member);
            }
        }
    }

    private long againNs() {
        return context.heartbeatNs() / 5;
    }

    private boolean say() {
        ExclusivePublication way = ways.to(leader);
        word.wrapAndApplyHeader(message, 0, head)
                .logLeadershipTermId(term)
                .logPosition(0)
                .candidateTermId(term)
                .candidateMemberId(context.node)
                .protocolVersion(ConsensusModule.Configuration.PROTOCOL_SEMANTIC_VERSION);
        return way != null && way.offer(message, 0, MessageHeaderEncoder.ENCODED_LENGTH + word.encodedLength()) > 0;
    }

    /**
     * Whether a node follows within its term.
     *
     * @param hasBegun whether it has read that the term begins, which is given to nobody before more is confirmed, and its journal
     *     is the leader's
     */
    static boolean isWithin(ElectionState election, Cluster.Role role, boolean hasBegun) {
        return election == ElectionState.CLOSED && role == Cluster.Role.FOLLOWER && hasBegun;
    }

    /** Whether it is this word, and no candidate's. */
    static boolean is(RequestVoteDecoder asked) {
        return asked.logLeadershipTermId() == asked.candidateTermId();
    }
}

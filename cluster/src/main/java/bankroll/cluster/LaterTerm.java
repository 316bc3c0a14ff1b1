package bankroll.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.codecs.CanvassPositionEncoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What has a consensus module begin an election, as the protocol wants, where it leads or follows in a term before. None decides
 * it: no vote is granted upon it, and no byte is confirmed by it. One thread.
 */
final class LaterTerm {
    private static final int PROTOCOL = ConsensusModule.Configuration.PROTOCOL_SEMANTIC_VERSION;
    private static final int MOST_BYTES = 64;
    /** None of Aeron's. */
    private static final int SCHEMA = 0x424b;

    private final MessageHeaderEncoder head = new MessageHeaderEncoder();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MOST_BYTES]);

    /** Whether a member is told of a vote in a term now: as its own, which an election that is held already passes over. */
    boolean isToldOfVote(ExclusivePublication way, int member, long term) {
        RequestVoteEncoder vote = new RequestVoteEncoder()
                .wrapAndApplyHeader(bytes, 0, head)
                .logLeadershipTermId(term - 1)
                .logPosition(0)
                .candidateTermId(term)
                .candidateMemberId(member)
                .protocolVersion(PROTOCOL);
        return isTold(way, vote.encodedLength());
    }

    /** Whether a member is told that another one has a log of a term, of no byte: it may have been chosen, and not lead yet. */
    boolean isToldOfLog(ExclusivePublication way, int another, long term) {
        CanvassPositionEncoder log = new CanvassPositionEncoder()
                .wrapAndApplyHeader(bytes, 0, head)
                .logLeadershipTermId(term)
                .logPosition(0)
                .leadershipTermId(term)
                .followerMemberId(another)
                .protocolVersion(PROTOCOL);
        return isTold(way, log.encodedLength());
    }

    /** Whether a consensus module is told something that isn't of Aeron's: one that holds an election begins it anew then. */
    boolean isStartled(ExclusivePublication way) {
        head.wrap(bytes, 0).blockLength(0).templateId(0).schemaId(SCHEMA).version(0);
        return isTold(way, 0);
    }

    /** Whether an error is the one that {@link #isStartled} makes. */
    static boolean isStart(Throwable fault) {
        return fault instanceof ClusterException
                && String.valueOf(fault.getMessage()).endsWith("actual=" + SCHEMA);
    }

    private boolean isTold(ExclusivePublication way, int bodyBytes) {
        return way.isConnected() && way.offer(bytes, 0, MessageHeaderEncoder.ENCODED_LENGTH + bodyBytes) > 0;
    }
}

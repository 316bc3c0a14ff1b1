package bankroll.cluster;

import io.aeron.cluster.codecs.AppendPositionEncoder;
import io.aeron.cluster.codecs.CanvassPositionEncoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.NewLeadershipTermEncoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/** What consensus modules say to each other, for a test that plays one. */
final class ConsensusWords {
    private ConsensusWords() {}

    static UnsafeBuffer append(int member, long term, long position, int flags) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        new AppendPositionEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(term)
                .logPosition(position)
                .followerMemberId(member)
                .flags((short) flags);
        return message;
    }

    static UnsafeBuffer canvass(int member, long term, long position) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        new CanvassPositionEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(term)
                .logPosition(position)
                .leadershipTermId(term)
                .followerMemberId(member);
        return message;
    }

    static UnsafeBuffer ask(int member, long logTerm, long term) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        new RequestVoteEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(logTerm)
                .logPosition(0)
                .candidateTermId(term)
                .candidateMemberId(member);
        return message;
    }

    /** Member 1 leads. */
    static UnsafeBuffer lead(long term) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[256]);
        new NewLeadershipTermEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(term)
                .leaderMemberId(1);
        return message;
    }
}

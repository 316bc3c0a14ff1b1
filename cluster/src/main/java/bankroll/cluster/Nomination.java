package bankroll.cluster;

import io.aeron.cluster.ConsensusModule;
import java.util.Random;

/**
 * Who waits for how long before it stands in an election: Aeron draws that here, in parts of half its ballot, and has no other
 * use for chance. The consensus module's thread.
 *
 * <p>A node that stands forces its ballot to the disk before it asks for votes, and hears nobody meanwhile. On a slow disk two
 * that drew at random stand at once, refuse each other, and do so again and again, for half a minute. After a round in which
 * nobody was elected nodes therefore stand one after another, further apart each time.
 */
final class Nomination extends Random {
    private static final long serialVersionUID = 1L;

    /** A whole ballot, in halves. */
    private static final double APART = 2;

    private static final double LITTLE = 0.1;
    private static final int MOST_DOUBLINGS = 2;

    private final int node;
    private final long ballotNs;
    private final transient ConsensusModule.Context consensus;
    private long election = -1;
    private int failedRounds;

    /** @param consensus the options of the consensus module that draws; its ballot is the one that they have now */
    Nomination(int node, ConsensusModule.Context consensus) {
        this.node = node;
        this.consensus = consensus;
        this.ballotNs = consensus.electionTimeoutNs();
    }

    /** Who is appointed doesn't wait. */
    @Override
    public double nextDouble() {
        countRounds(consensus.electionCounter().get());
        if (consensus.appointedLeaderId() == node) {
            return 0;
        }
        double some = super.nextDouble();
        return failedRounds == 0 ? some : APART * node + LITTLE * some;
    }

    private void countRounds(long now) {
        failedRounds = now == election ? failedRounds + 1 : 0;
        election = now;
        int doublings = Math.max(0, Math.min(failedRounds - 1, MOST_DOUBLINGS));
        consensus.electionTimeoutNs(ballotNs << doublings);
    }
}

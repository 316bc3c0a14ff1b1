package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.exceptions.AeronException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a node that is bound by a vote gets out of an election in which it follows an earlier leader. One thread. */
final class LeaderRefusal implements BoundVote.Refusal {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderRefusal.class);

    private static final long REACHED_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long SENT_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ClusterContext context;
    private final ErrorHandler errors;
    private final LaterTerm later = new LaterTerm();

    LeaderRefusal(ClusterContext context, ErrorHandler errors) {
        this.context = context;
        this.errors = errors;
    }

    /** The consensus module stands still meanwhile, and confirms nothing; so the ways are another client's. */
    @Override
    public void refuse(int leader, long term, long bound) {
        LOG.info(
                "This node has voted in term {}, and does not follow node {} again, which leads in term {}.",
                bound,
                leader,
                term);
        try (Aeron aeron = Aeron.connect(context.driverClient(errors))) {
            if (leader >= 0 && leader < context.members.size()) {
                tell(aeron, leader, bound);
            }
            beginAnew(aeron);
            LockSupport.parkNanos(SENT_NS);
        } catch (AeronException unreachable) {
            errors.onError(unreachable);
        }
    }

    /** Else that one would go on, and this node come to this place again and again. */
    private void tell(Aeron aeron, int member, long bound) {
        try (ExclusivePublication way = way(aeron, context.members.get(member))) {
            await(() -> later.isToldOfVote(way, member, bound));
            await(() -> later.isToldOfLog(way, context.node, bound));
        }
    }

    /** Its election, and no more: what it has in its log stays. */
    private void beginAnew(Aeron aeron) {
        try (ExclusivePublication way = way(aeron, context.own())) {
            await(() -> later.isStartled(way));
        }
    }

    private static ExclusivePublication way(Aeron aeron, MemberAddress member) {
        return aeron.addExclusivePublication(
                member.consensusChannel(), ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT);
    }

    private static void await(BooleanSupplier told) {
        long beganNs = System.nanoTime();
        while (!told.getAsBoolean()
                && System.nanoTime() - beganNs < REACHED_NS
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(NAP_NS);
        }
    }
}

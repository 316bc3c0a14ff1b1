package bankroll.cluster;

import bankroll.condition.ConditionException;
import io.aeron.Aeron;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.service.Cluster;
import java.util.function.LongPredicate;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

/**
 * What Aeron's elections need beside Aeron, so that nothing is lost that was answered: looks between any two turns of the
 * consensus module, on its thread, and changes or ends what must not go on (ADR 33, 34, 36). {@link #broken} is for any thread.
 */
final class ElectionGuard {
    private final ClusterContext context;
    private final ConsensusModule.Context options;
    private final Confirmations confirmations;
    private final ErrorHandler errors;
    private final NewBeginning anew;
    private final BoundVote vote;
    private final ForgottenTerm forgotten;
    private final OpenTerm open;
    private final WithinTerm within;
    private LongPredicate hasBegun = begin -> false;
    private Overheard overheard;

    /**
     * Nothing was heard.
     *
     * @param options those of the consensus module
     * @param confirmations is told what the other members confirm
     * @param errors hears what Aeron could not do, and goes on
     * @param ended called when the node is to end
     */
    ElectionGuard(
            ClusterContext context,
            ConsensusModule.Context options,
            Confirmations confirmations,
            ErrorHandler errors,
            Runnable ended) {
        this.context = context;
        this.options = options;
        this.confirmations = confirmations;
        this.errors = errors;
        anew = new NewBeginning(ended);
        vote = new BoundVote(
                context,
                this::election,
                () -> options.nodeStateFile().candidateTerm().candidateTermId(),
                new LeaderRefusal(context, errors),
                errors,
                anew);
        forgotten = new ForgottenTerm(
                this::election, () -> options.leadershipTermIdCounter().get(), this::lastTerm, anew);
        open = new OpenTerm(this::election, options::recordingLog);
        within = new WithinTerm(context, this::follows, SystemNanoClock.INSTANCE, errors);
    }

    /**
     * To be told before the consensus module runs.
     *
     * @param log whether the log's thread has read that a term begins at a byte, and this node's journal is the leader's up to then
     */
    void read(LongPredicate log) {
        hasBegun = log;
    }

    /** Idles as another strategy does. Aeron wants two of them for its one thread, the first one before it hears anybody. */
    IdleStrategy looking(IdleStrategy idle) {
        if (overheard == null) {
            overheard = new Overheard(context, options.aeron(), confirmations, vote, within);
        }
        return new BetweenTurns(this::look, idle);
    }

    /** The memory of counters is given back when the client closes. */
    private void look() {
        if (!options.aeron().isClosed()) {
            overheard.listen();
            vote.look();
            forgotten.look();
            open.look();
            within.look(options.aeron());
        }
    }

    /** Takes what Aeron could not do. What this node has startled its consensus module with is no error. */
    void hear(Throwable fault) {
        if (!LaterTerm.isStart(fault)) {
            errors.onError(fault);
        }
    }

    /** Why this node has to begin anew; null while it hasn't. */
    ConditionException broken() {
        return anew.why();
    }

    private ElectionState election() {
        return ElectionState.get(options.electionStateCounter());
    }

    /** The term within which this node follows. */
    private long follows() {
        long term = options.leadershipTermIdCounter().get();
        Cluster.Role role = Cluster.Role.get(options.clusterNodeRoleCounter());
        return WithinTerm.isWithin(election(), role, hasBegun.test(begin(term))) ? term : Aeron.NULL_VALUE;
    }

    /** A node that was seeded has a mark of the term, and not its begin. */
    private long begin(long term) {
        RecordingLog.Entry named = options.recordingLog().findTermEntry(term);
        return named == null ? Aeron.NULL_VALUE : named.termBaseLogPosition;
    }

    private long lastTerm() {
        RecordingLog.Entry last = options.recordingLog().findLastTerm();
        return last == null ? Aeron.NULL_VALUE : last.leadershipTermId;
    }
}

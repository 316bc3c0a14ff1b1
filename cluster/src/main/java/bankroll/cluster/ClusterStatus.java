package bankroll.cluster;

import bankroll.engine.CommandLog;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.service.Cluster;
import java.util.Locale;

/**
 * How this member stands.
 *
 * @param node which of the members it is
 * @param members how many there are
 * @param role leader, follower, or candidate
 * @param term the leader's term; -1 before the first
 * @param leader where clients reach who leads; empty when that isn't known
 * @param leaderNode which of the members leads; -1 when that isn't known
 * @param election the state of an election, "closed" when none is held
 * @param elections how many this process has taken part in
 * @param commitPosition up to which byte the log is on most nodes, as far as this one knows
 * @param takenPosition up to which byte this node has decided
 * @param sequence the last entry of this node's journal
 * @param leaderSequence the last entry of the leader's journal, as it told at most some seconds ago; -1 when that isn't known
 * @param markSequence the entry of the last mark; 0 for none
 * @param logStart the first byte of the log that this node keeps
 * @param logBytes that this node keeps of the log
 */
public record ClusterStatus(
        int node,
        int members,
        String role,
        long term,
        String leader,
        int leaderNode,
        String election,
        long elections,
        long commitPosition,
        long takenPosition,
        long sequence,
        long leaderSequence,
        long markSequence,
        long logStart,
        long logBytes) {
    /** Whether this node leads. */
    public boolean leads() {
        return role.equals("leader");
    }

    /** Whether it takes part in an election, or finds its place after one. */
    public boolean isElecting() {
        return !election.equals("closed");
    }

    /**
     * Bytes of the log that are on most nodes and that this one has not decided yet, as far as it knows; -1 for a node that knows
     * of none, and not who leads: the log may be longer.
     */
    public long bytesBehind() {
        long known = Math.max(0, commitPosition - takenPosition);
        return known == 0 && leaderNode < 0 ? -1 : known;
    }

    /** Entries of the leader's journal that this node's lacks; -1 when that isn't known. */
    public long entriesBehind() {
        return leaderSequence < 0 ? -1 : Math.max(0, leaderSequence - sequence);
    }

    /**
     * Why a node that doesn't lead refuses what an operator asks of a leader. Where clients reach the one that leads is no help:
     * it is to be asked at its operators' listener.
     *
     * @param leads which of the members does; -1 when that isn't known
     */
    public static String notLeading(int leads) {
        return leads < 0
                ? "this node doesn't lead, and knows of none that does: see who leads (cluster status), and ask that one"
                : "this node doesn't lead, node " + leads
                        + " does: ask the one that leads at its operators' listener (--operator-url)";
    }

    /** For people: role, term, and how far it is behind. */
    public String words() {
        String behind = entriesBehind() < 0 ? "an unknown number of" : String.valueOf(entriesBehind());
        return "this node is " + role + " in term " + term + ", " + behind + " entries behind";
    }

    /**
     * What Aeron's consensus module says of it.
     *
     * @param committed up to which byte the log is on most nodes
     */
    record Standing(String role, long term, String election, long elections, long committed) {
        /** Of a node that begins or ends. */
        static final Standing NONE = new Standing("starting", CommandLog.NO_TERM, "init", 0, 0);

        static Standing of(ConsensusModule.Context counters) {
            return new Standing(
                    lower(Cluster.Role.get(counters.clusterNodeRoleCounter())),
                    counters.leadershipTermIdCounter().get(),
                    lower(ElectionState.get(counters.electionStateCounter())),
                    counters.electionCounter().get(),
                    counters.commitPositionCounter().get());
        }

        private static String lower(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}

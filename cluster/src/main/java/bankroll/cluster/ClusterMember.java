package bankroll.cluster;

import bankroll.engine.LogMark;
import java.util.Optional;
import java.util.OptionalInt;

/** A node's place in a cluster, as an operator sees it. Any thread. */
public interface ClusterMember {
    /** How it stands. */
    ClusterStatus status();

    /**
     * Asks for a mark on every node, from which on a start reads the log.
     *
     * @return false when this node doesn't lead, or one is being made already
     */
    boolean mark();

    /** The newest mark that this node has, for another one to begin with; reads a file. */
    Optional<SeedMark> newestMark();

    /** Where this node's journal stood when its log began. */
    LogMark began();

    /**
     * Has another node lead, and waits until it does: what was asked before is answered, what comes meanwhile is refused as
     * by any node that doesn't lead.
     *
     * @param node which of the members; empty: any that is reached
     * @return why this node still leads, or nobody; empty when another one leads now
     */
    Optional<String> handOver(OptionalInt node) throws InterruptedException;
}

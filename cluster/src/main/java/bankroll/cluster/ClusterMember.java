package bankroll.cluster;

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
}

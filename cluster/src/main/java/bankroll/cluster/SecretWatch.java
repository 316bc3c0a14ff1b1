package bankroll.cluster;

import bankroll.condition.Degradation.Part;
import io.aeron.archive.client.AeronArchive;
import io.aeron.exceptions.AeronException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Whether the other members take this node's secret while the log runs. The log goes on without it, because a leader sends it to
 * whoever asks; but what a node lacks after an absence comes from another's archive, and so does a seed. So a wrong secret would
 * show only when it is needed.
 *
 * <p>Each node asks each other one at its start, and again until that one has taken it; who begins later asks by itself. A
 * refusal is told once, as what is degraded. One thread.
 */
final class SecretWatch {
    static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final ClusterContext context;
    private final IntFunction<AeronArchive> ofMember;
    private final boolean[] isTaken;
    private final String[] troubles;
    private int next;
    private long nextNs;

    /**
     * Prepares it.
     *
     * @param ofMember connects to another one's archive
     * @param nowNs of {@link System#nanoTime}
     */
    SecretWatch(ClusterContext context, IntFunction<AeronArchive> ofMember, long nowNs) {
        this.context = context;
        this.ofMember = ofMember;
        this.isTaken = new boolean[context.members.size()];
        this.troubles = new String[context.members.size()];
        this.nextNs = nowNs;
    }

    /** Asks one at most, which takes up to two seconds where it is away; all of them are asked once in {@link #AGAIN_NS}. */
    void turn(long nowNs) {
        if (nowNs - nextNs < 0) {
            return;
        }
        while (next < isTaken.length && (next == context.node || isTaken[next])) {
            next++;
        }
        if (next == isTaken.length) {
            next = 0;
            nextNs = nowNs + AGAIN_NS;
            return;
        }
        ask(next++);
    }

    private void ask(int member) {
        try (AeronArchive other = ofMember.apply(member)) {
            taken(member);
        } catch (AeronException notTaken) {
            failed(member, notTaken);
        }
    }

    /** Another's archive has let this node in. */
    void taken(int member) {
        isTaken[member] = true;
        tell(member, null);
    }

    /** It has not. One that doesn't answer tells nothing: what it said before holds. */
    void failed(int member, AeronException why) {
        if (SharedSecret.isRefused(why)) {
            isTaken[member] = false;
            tell(
                    member,
                    "node " + member + " (" + context.members.get(member)
                            + ") refuses this node's secret: cluster.secret-file is not the same on both. The log goes on,"
                            + " but this node gets nothing from that one that it lacks after an absence. Give both the"
                            + " same, and start again the one that had the wrong one");
        }
    }

    private void tell(int member, String now) {
        troubles[member] = context.degradation.replace(Part.CLUSTER, troubles[member], now);
    }
}

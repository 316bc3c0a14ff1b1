package bankroll.gateway.peers;

import bankroll.cluster.ClusterContext;
import bankroll.cluster.PeerSeed;
import bankroll.cluster.SeedMark;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.EngineContext;
import bankroll.engine.LogMark;
import bankroll.engine.SeededJournal;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.journal.Chain.ChainHead;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Brings a node that doesn't run to where the leader is: the entries that it lacks, proved by the chain, and a new mark, from
 * which on it reads the log when it starts. The leader goes on with its work. One use, one thread.
 */
public final class NodeSeed {
    private static final String CLUSTER = "/operator/v1/cluster";
    /** The other node reads for one seed at a time: another may be under way, or a look at the chains. */
    private static final Duration BUSY = Duration.ofMinutes(1);

    private static final long NEW_MARK_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServiceClient peer;
    private final EngineContext engine;
    private final ClusterContext cluster;
    private final int node;
    private final Consumer<String> told;

    /**
     * What came of it.
     *
     * @param from which member gave it
     * @param copied entries that were new here
     * @param markSequence the entry of the mark
     * @param head the chain's value behind the last entry, the same on both
     */
    public record Seeded(int from, long copied, long markSequence, ChainHead head) {}

    /**
     * Prepares.
     *
     * @param peer the operator API of the node that leads, with an administrator's token
     * @param node which of the members this one is
     * @param told hears how far it is
     */
    public NodeSeed(ServiceClient peer, EngineContext engine, ClusterContext cluster, int node, Consumer<String> told) {
        this.peer = peer.comingBack(BUSY);
        this.engine = engine;
        this.cluster = cluster;
        this.node = node;
        this.told = told;
    }

    /** Does it. The other node keeps a mark until it has made two others, so little is left to be copied and proved behind it. */
    public Seeded run() throws IOException {
        String leader = requireLeader();
        PeerSeed seed = new PeerSeed(cluster, fault -> told.accept(String.valueOf(fault.getMessage())));
        try (SeededJournal journal = new SeededJournal(engine, seed::begin)) {
            long before = journal.last();
            copy(journal, Json.findNumber(leader, "sequence"));
            prove(journal);
            copy(journal, Json.findNumber(get(""), "sequence")); // all that came while the first was copied and proved
            prove(journal);
            String mark = newMark();
            long sequence = Json.findNumber(mark, "mark_sequence");
            copy(journal, sequence);
            ChainHead head = prove(journal);
            int from = (int) Json.findNumber(mark, "node");
            seed.take(from, mark(mark), began(mark));
            return new Seeded(from, journal.last() - before, sequence, head);
        }
    }

    /**
     * Made now: most nodes have it, so that whatever this one ever confirmed, and may have lost, stands before it. And little of
     * the log has to be read behind it.
     */
    private String newMark() {
        long before = position(peer.call("GET", CLUSTER + "/seed", ""));
        boolean isBegun = false;
        long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < NEW_MARK_NS) {
            isBegun = isBegun || peer.call("POST", CLUSTER + "/mark", "").isOk();
            HttpAnswer newest = peer.call("GET", CLUSTER + "/seed", "");
            if (isBegun && position(newest) > before) {
                return newest.body();
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new ConditionException(
                ExitCode.UNAVAILABLE,
                "the other node has made no new mark within " + TimeUnit.NANOSECONDS.toSeconds(NEW_MARK_NS) + " s",
                "look at its log and whether it still leads, and run it again");
    }

    private static long position(HttpAnswer mark) {
        return mark.isOk() ? Json.findNumber(mark.body(), "position") : -1;
    }

    /**
     * A follower may lack what this node has confirmed: together they would forget it, if nobody else is left.
     *
     * @return how the leader stands
     */
    private String requireLeader() {
        String status = get("");
        requireSameCount(Json.findNumber(status, "members"));
        if (Json.findNumber(status, "node") == node) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "--operator-url names node " + node + ", which is this one",
                    "name another node, which runs");
        }
        if (!Json.find(status, "role").orElse("").equals("leader")) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "--operator-url names a node that doesn't lead, and may lack what was acknowledged",
                    "name the one that leads: " + Json.find(status, "leader").orElse("nobody does now"));
        }
        return status;
    }

    /** What this node keeps of how many they were is deleted with its log: it would begin to count as its configuration does. */
    private void requireSameCount(long theirs) {
        int own = cluster.memberCount();
        if (theirs != own) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    "the other node's log is that of " + theirs + " members, and cluster.members names " + own
                            + " here",
                    "name the same members as there, or begin a new log on all of them (docs/cluster.md)");
        }
    }

    /** Up to this entry at least, and not until there is nothing new: where bookings go on, there always is. */
    private void copy(SeededJournal journal, long sequence) {
        while (journal.last() < sequence) {
            byte[] frames = journal(journal.last() + 1);
            if (frames.length == 0) {
                throw ConditionException.wrong("the other node has told of entry " + sequence
                        + ", and its journal ends at " + journal.last() + ": run it again");
            }
            journal.append(frames);
            told.accept("entry " + journal.last());
        }
    }

    private byte[] journal(long from) {
        return peer.bytes("GET", CLUSTER + "/journal?from=" + from);
    }

    /** What this disk gives back must be what the other node has, from the first entry on. */
    private ChainHead prove(SeededJournal journal) {
        ChainHead own = journal.prove();
        if (own.sequence() > 0) {
            String theirs = get("/chain?at=" + own.sequence());
            ChainHead head = ChainHead.parse(Json.find(theirs, "chain_head").orElse(""));
            if (!own.equals(head)) {
                throw new ConditionException(
                        ExitCode.DAMAGE,
                        "the two journals are not the same: here the chain is " + own + ", there " + head,
                        "run \"./bankroll cluster verify\" over all nodes; then move the wrong node's data directory away, and"
                                + " seed it anew");
            }
        }
        return own;
    }

    private static SeedMark mark(String json) {
        return new SeedMark(
                Json.findNumber(json, "term"),
                Json.findNumber(json, "term_base"),
                Json.findNumber(json, "position"),
                Json.findNumber(json, "timestamp_ms"),
                Json.findNumber(json, "module_recording"),
                Json.findNumber(json, "service_recording"));
    }

    private static LogMark began(String json) {
        return new LogMark(Json.findNumber(json, "began_sequence"), (int) Json.findNumber(json, "began_crc"), 0);
    }

    private String get(String path) {
        return peer.call("GET", CLUSTER + path, "").orThrow().body();
    }
}

package bankroll.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the nodes' logs agree about: messages in one order, of which the first ones are on most nodes for ever. Those behind
 * them may be lost when another node begins to lead.
 */
final class SharedLog {
    private final Random random;
    private final List<Entry> entries = new ArrayList<>();
    private int committed;
    private long term;
    private int leader = -1;

    /** What can stand in the log. */
    enum Kind {
        /** What somebody offered. */
        MESSAGE,
        /** Another node leads from here on. */
        TERM,
        /** Each node notes where its journal stands here. */
        MARK
    }

    /** One place of the log. */
    record Entry(Kind kind, long term, long timestampMs, byte[] bytes) {}

    SharedLog(Random random) {
        this.random = random;
    }

    /** This node leads now; what isn't on most nodes is lost from some place on. */
    void elect(int node) {
        int kept = committed + random.nextInt(entries.size() - committed + 1);
        Trace.say("node {} leads term {}; {} messages are lost", node, term + 1, entries.size() - kept);
        entries.subList(kept, entries.size()).clear();
        leader = node;
        term++;
        entries.add(new Entry(Kind.TERM, term, 0, new byte[0]));
    }

    /** Nobody leads. */
    void depose() {
        leader = -1;
    }

    int leader() {
        return leader;
    }

    long term() {
        return term;
    }

    void append(Kind kind, long timestampMs, byte[] bytes) {
        entries.add(new Entry(kind, term, timestampMs, bytes));
    }

    /** More of it is on most nodes. */
    void commit(int count) {
        committed = Math.min(entries.size(), committed + count);
    }

    /** Up to where nothing is lost. */
    int committed() {
        return committed;
    }

    int size() {
        return entries.size();
    }

    Entry get(int index) {
        return entries.get(index);
    }
}

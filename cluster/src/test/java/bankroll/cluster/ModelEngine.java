package bankroll.cluster;

import bankroll.cluster.ElectionModel.Hole;
import bankroll.cluster.ModelDisk.Entry;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The service's thread of a member of the model: takes what Aeron gives it, in {@link LogService}'s and the engine's ways. Who
 * leads takes only what {@link Confirmations} cover, and refuses all that waits when its lead ends.
 */
final class ModelEngine {
    /** One time in so many a log is closed before all of it that is committed was read. */
    private static final int CLOSES_EARLY = 20;

    private final ModelMember member;
    private final RandomGenerator random;
    private final ElectionModel world;
    private final ArrayDeque<Entry> pending = new ArrayDeque<>();
    /** What it has booked, whichever process it was: a journal. */
    private Entry[] journal = new Entry[64];

    private int booked;
    private boolean isJoined;
    private boolean isEnding;
    private int stop;
    private int term = ModelDisk.NONE;
    private boolean leads;
    /** For a confirmation. */
    private boolean waits;

    int taken;

    ModelEngine(ModelMember member, ElectionModel world) {
        this.member = member;
        this.world = world;
        this.random = world.random;
    }

    /** The process starts: the log is read from its begin. */
    void start(boolean isJournalKept) {
        booked = isJournalKept ? booked : random.nextInt(booked + 1);
        pending.clear();
        isJoined = false;
        leads = false;
        waits = false;
        taken = 0;
        term = ModelDisk.NONE;
    }

    /** Whether it reads a log now, from a position up to another; it has to have done with the one before. */
    boolean join(int position, int end, boolean asLeader) {
        if (isJoined) {
            return false;
        }
        if (taken != position) {
            member.end("its service is at " + taken + ", not " + position);
            return false;
        }
        isJoined = true;
        isEnding = false;
        stop = end;
        role(asLeader);
        return true;
    }

    /** The log that it reads is closed. */
    void close() {
        isEnding = true;
    }

    /** Somebody books: in the log, and waits for an answer. */
    Entry offer(int inTerm) {
        Entry entry = new Entry(inTerm, ModelDisk.NONE);
        pending.add(entry);
        return entry;
    }

    boolean offers() {
        return leads && isJoined && !isEnding;
    }

    void turn() {
        refuseBefore(term);
        while (isJoined && taken < Math.min(member.commit, stop)) {
            if (random.nextInt(4) == 0) {
                return;
            }
            if (isEnding && !waits && random.nextInt(CLOSES_EARLY) == 0) {
                break;
            }
            if (!take()) {
                return;
            }
        }
        if (isJoined && !waits && (isEnding || taken >= stop)) {
            isJoined = false;
            role(false);
        }
    }

    private boolean take() {
        waits = false;
        if (taken >= member.disk.written) {
            return false;
        }
        Entry entry = member.disk.get(taken);
        if (entry.beginsTerm()) {
            term = entry.term;
            refuseBefore(term);
            if (!world.has(Hole.UNPROVED_JOURNALS) && !world.promises.isOf(term, member.disk, entry.base)) {
                member.stop("its chain is not that of the leader of term " + term);
                return false;
            }
        } else if (leads && !world.has(Hole.AERONS_OWN_COMMIT) && !member.confirmations.cover(term, taken + 1)) {
            waits = true;
            if (!member.leadsIn(term)) {
                member.end("it lost the lead before anybody confirmed");
            }
            return false;
        }
        return book(entry);
    }

    private boolean book(Entry entry) {
        if (taken < booked && !journal[taken].isAs(entry)) {
            member.stop("its journal is not that of its log, from entry " + taken + " on");
            return false;
        }
        if (taken == booked) {
            if (booked == journal.length) {
                journal = Arrays.copyOf(journal, 2 * booked);
            }
            journal[booked++] = entry;
        }
        taken++;
        while (pending.contains(entry) && pending.peek() != entry) {
            pending.poll(); // the log has passed it over
        }
        if (pending.peek() == entry) {
            pending.poll();
            world.promises.answered(member, taken, entry);
        }
        return true;
    }

    /** As the service's container tells it. */
    private void role(boolean isLeader) {
        if (leads != isLeader) {
            leads = isLeader;
            if (!leads && !world.has(Hole.ANSWERS_WITHIN_ELECTIONS)) {
                refuseBefore(Integer.MAX_VALUE);
            }
        }
    }

    private void refuseBefore(int before) {
        while (!pending.isEmpty() && pending.peek().term < before) {
            pending.poll();
        }
    }
}

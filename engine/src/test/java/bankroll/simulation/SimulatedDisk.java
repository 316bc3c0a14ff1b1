package bankroll.simulation;

import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The disk under the journal, with everything that {@link Faults} has in store. */
class SimulatedDisk extends MemoryDisk implements History.Frames {
    private final Faults faults;
    private final SimulatedClock clock;
    private final List<Long> appendedAtNs = new ArrayList<>();
    private long forceTookNs;
    private boolean isDead;

    SimulatedDisk(Faults faults, SimulatedClock clock) {
        this.faults = faults;
        this.clock = clock;
    }

    /** The journal on it, as a start opens it. */
    JournalStore open(JournalContext options) {
        return new MemoryJournalStore(this);
    }

    /** Whether an entry may be put in the place of another. */
    boolean isRewritable() {
        return true;
    }

    /** Whether it has refused, since the start, what a process can do without. */
    boolean hasRefused() {
        return false;
    }

    /** From now on the process that wrote does nothing more; {@link #kill} or {@link #powerCut} comes next. */
    void die() {
        isDead = true;
    }

    /** A new process. */
    void live() {
        isDead = false;
    }

    @Override
    protected void append(byte[] frame) {
        refuseTheDead();
        crashHalfWay(frame);
        faults.mayFail("an append fails");
        appended(frame);
        mayCrash("after an append");
    }

    /** It has one more. */
    final void appended(byte[] frame) {
        super.append(frame);
        appendedAtNs.subList(size() - 1, appendedAtNs.size()).clear();
        appendedAtNs.add(clock.nanoTime());
    }

    @Override
    protected void force(int upTo) {
        if (isDead) {
            return;
        }
        mayCrash("before a force");
        long startNs = clock.nanoTime();
        faults.mayTakeLong();
        faults.mayFail("a force fails");
        forced(upTo, startNs);
        mayCrash("after a force");
    }

    /** So many are on disk, by a force that began then. */
    final void forced(int upTo, long startNs) {
        forceTookNs = clock.nanoTime() - startNs;
        super.force(upTo);
    }

    /** How long the oldest frame has waited that isn't on disk, beyond the time that the last force took. */
    long oldestUnforcedNs() {
        return forced() == size() ? 0 : clock.nanoTime() - appendedAtNs.get(forced()) - forceTookNs;
    }

    /** Everything in it as one number. */
    int fingerprint() {
        int hash = 1;
        for (int i = 0; i < size(); i++) {
            hash = 31 * hash + Arrays.hashCode(frame(i));
        }
        return hash;
    }

    /** A killed process may leave half a frame. */
    private void crashHalfWay(byte[] frame) {
        try {
            mayCrash("in an append");
        } catch (Crash crash) {
            byte[] half = frame.clone();
            Arrays.fill(half, frame.length / 2, frame.length, (byte) 0);
            super.append(half);
            throw crash;
        }
    }

    private void mayCrash(String where) {
        try {
            faults.mayCrash(where);
        } catch (Crash crash) {
            isDead = true;
            throw crash;
        }
    }

    private void refuseTheDead() {
        if (isDead) {
            throw new AssertionError("a dead process appends");
        }
    }
}

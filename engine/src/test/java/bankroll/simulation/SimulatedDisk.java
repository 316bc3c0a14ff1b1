package bankroll.simulation;

import bankroll.journal.memory.MemoryDisk;
import java.util.Arrays;

/** The disk under the journal, with everything that {@link Faults} has in store. */
final class SimulatedDisk extends MemoryDisk {
    private final Faults faults;
    private WhileForcing whileForcing = turns -> {};
    private boolean isDead;

    /** What goes on while a force takes its time. */
    @FunctionalInterface
    interface WhileForcing {
        void turns(int count);
    }

    SimulatedDisk(Faults faults) {
        this.faults = faults;
    }

    void whileForcing(WhileForcing value) {
        whileForcing = value;
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
        super.append(frame);
        mayCrash("after an append");
    }

    @Override
    protected void force(int upTo) {
        if (isDead) {
            return;
        }
        mayCrash("before a force");
        whileForcing.turns(faults.turnsOfAForce());
        faults.mayFail("a force fails");
        super.force(upTo);
        mayCrash("after a force");
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

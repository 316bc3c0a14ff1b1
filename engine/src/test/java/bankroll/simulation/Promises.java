package bankroll.simulation;

import bankroll.journal.JournalContext.SyncPolicy;
import java.util.Random;

/** What is promised across the end of a process (docs/durability.md), kept and checked. */
final class Promises {
    private final World world;
    private final SimulatedDisk disk;
    private final History history;
    private final Told told = new Told();
    private final Digests digests;

    Promises(World world) {
        this.world = world;
        disk = world.disk();
        history = new History(disk);
        digests = new Digests(disk, world.snapshots());
    }

    History history() {
        return history;
    }

    Told told() {
        return told;
    }

    /** The process is gone; the disk shows what is left. */
    void afterTheEnd(SimulatedProcess process, Crash crash) {
        Trace.say("{} with {} entries, {} forced", crash.getMessage(), disk.size(), disk.forced());
        int forced = disk.forced();
        if (process.isRunning() && process.ledger().sequence() == disk.size()) {
            process.ledger().release();
            digests.lived(process.ledger());
        }
        process.ledger().close();
        boolean isCut = crash.kind() != Crash.Kind.KILL;
        leave(isCut);
        boolean isPromised = !isCut || world.policy() == SyncPolicy.Kind.ALWAYS;
        if (isPromised && told.highest() > disk.size()) {
            throw new AssertionError("entry " + told.highest() + " was acknowledged, the disk has " + disk.size());
        }
        told.forgetAfter(disk.size());
        digests.forgetAfter(disk.size());
        if (disk.isRewritable()
                && disk.size() > Math.max(forced, told.highest())
                && world.random().nextInt(3) == 0) {
            decideOtherwise();
        }
    }

    private void leave(boolean isCut) {
        Random random = world.random();
        if (isCut) {
            disk.powerCut(random);
            world.snapshots().powerCut(random);
        } else {
            disk.kill();
        }
        if (random.nextInt(10) == 0) {
            digests.spoilOne(random);
        }
    }

    /** The last entry, of which nobody has heard, is one that another release has written. */
    private void decideOtherwise() {
        byte[] last = disk.frame(disk.size() - 1);
        if (OlderRelease.couldRefuse(last)) {
            Trace.say("entry {} was decided by another rule", disk.size());
            disk.replaceLast(OlderRelease.refuse(last));
            history.decidedOtherwise(disk.size());
            digests.forgetAfter(disk.size() - 1);
        }
    }

    /** A new process has recovered: all that was told is there, in one state whichever way it was reached. */
    void afterTheStart(SimulatedProcess process) {
        Trace.say("started at entry {}", disk.size());
        history.restart();
        history.advanceTo(disk.size());
        told.check(history);
        digests.check(process.ledger());
    }

    /** A stop in order leaves a snapshot of the last entry, so that the next start replays nothing. */
    void afterAStopInOrder() {
        if (world.takesSnapshots() && digests.newestSnapshot() != disk.size()) {
            throw new AssertionError("stopped at " + disk.size() + ", snapshot of " + digests.newestSnapshot());
        }
    }

    /** Interval: nothing waits longer for the disk than the interval and a force. */
    void afterATurnOfTheSyncer() {
        if (world.policy() == SyncPolicy.Kind.INTERVAL && disk.oldestUnforcedNs() > World.INTERVAL_NS) {
            throw new AssertionError("an entry has waited for " + disk.oldestUnforcedNs() + " ns");
        }
    }
}

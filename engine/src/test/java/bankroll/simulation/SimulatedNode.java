package bankroll.simulation;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.Random;

/** One machine of three: its disk, its clock, its place at the log, and the process that runs on it, if any. */
final class SimulatedNode {
    private final Random random;
    private final Path directory;
    private final Faults faults;
    private final SimulatedClock clock;
    private final SimulatedDisk disk;
    private final SimulatedSnapshots snapshots;
    private final Seat seat;
    private final int snapshotEvery;
    private SimulatedProcess process;
    private int release;

    SimulatedNode(Random random, Path directory, SharedLog log, int number) {
        this.random = random;
        this.directory = directory;
        faults = new Faults(random, 1);
        clock = new SimulatedClock(random);
        disk = new SimulatedDisk(faults, clock);
        snapshots = new SimulatedSnapshots(directory.resolve(SnapshotStore.DIRECTORY), faults);
        seat = new Seat(log, number, random);
        snapshotEvery = random.nextInt(3) == 0 ? 10 : 0;
    }

    /** A start of a release over what is on its disk. May end at once. */
    void launch(int started) {
        release = started;
        process = new SimulatedProcess();
        process.launch(disk, context());
    }

    private EngineContext context() {
        EngineContext context = new EngineContext()
                .dataDirectory(directory)
                .settings(new LedgerSettings("UTC", 3_600_000, 86_400_000, 86_400_000, random.nextInt(3) == 0, 1_000))
                .ringCapacity(16)
                .clock(clock::wallMs)
                .nanoClock(clock::nanoTime)
                .newHashKey(() -> new HashKey(random.nextLong(), random.nextLong()))
                .snapshotEveryTransactions(snapshotEvery)
                .snapshotEveryMs(60_000)
                .snapshotOpener(data -> new SnapshotStore(snapshots))
                .log(seat)
                .logRules(Releases.rules(release));
        context.journal().syncPolicy(SyncPolicy.NONE);
        return context;
    }

    boolean isRunning() {
        return process != null && process.isRunning();
    }

    int release() {
        return release;
    }

    Engine engine() {
        return process.engine();
    }

    SimulatedProcess process() {
        return process;
    }

    Seat seat() {
        return seat;
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedClock clock() {
        return clock;
    }

    Faults faults() {
        return faults;
    }

    /** One of its threads gets a turn. */
    void turn() {
        clock.pass();
        if (random.nextInt(3) > 0) {
            process.turn(random);
        } else {
            deliver();
        }
    }

    void deliver() {
        try {
            seat.deliver();
        } catch (RuntimeException e) {
            SimulatedProcess.stop(e);
        }
    }

    /** The machine is as a killed process or a power cut leaves it. */
    void end(Crash crash) {
        process.ledger().close();
        process = null;
        seat.vacate();
        disk.die();
        if (crash.kind() == Crash.Kind.KILL) {
            disk.kill();
        } else {
            disk.powerCut(random);
            snapshots.powerCut(random);
        }
    }
}

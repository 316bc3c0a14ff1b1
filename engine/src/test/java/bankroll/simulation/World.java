package bankroll.simulation;

import bankroll.engine.EngineContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** What is round the process and outlives it: its disk, its clock, its settings, and the luck of this run. */
final class World implements Platform.Hearing {
    static final long INTERVAL_NS = 5_000_000;

    private final Path directory;
    private final Random random;
    private final Faults faults;
    private final SyncPolicy policy;
    private final int snapshotEvery;
    private final long idleMs;
    private final SimulatedClock clock;
    private final SimulatedDisk disk;
    private final SimulatedSnapshots snapshots;

    World(Random random, Path directory, Ground ground) {
        this.directory = directory;
        this.random = random;
        faults = new Faults(random, ground.calm());
        policy = pick(List.of(
                SyncPolicy.ALWAYS, SyncPolicy.ALWAYS, SyncPolicy.NONE, SyncPolicy.interval(INTERVAL_NS / 1_000_000)));
        idleMs = pick(List.of(3_600_000L, 60_000L));
        snapshotEvery = pick(List.of(0, 3, 10, 40));
        clock = new SimulatedClock(random);
        disk = ground.disk().make(faults, clock, directory);
        disk.full(random.nextInt(20) == 0);
        snapshots = new SimulatedSnapshots(directory.resolve(SnapshotStore.DIRECTORY), faults);
        Trace.say("policy {}, a snapshot every {} transactions", policy, snapshotEvery);
    }

    /**
     * What the journal lies on, and how long a process lives there.
     *
     * @param disk makes it
     * @param longestLife of a process, in turns
     * @param calm so many times rarer than at the worst is what goes wrong
     */
    record Ground(Disk disk, int longestLife, int calm) {
        /** One write and one force for each that is asked for. */
        static final Ground MEMORY = new Ground((faults, clock, path) -> new SimulatedDisk(faults, clock), 200, 1);
        /** Real files, which take some hundred entries before one is full. */
        static final Ground FILES = new Ground(SimulatedFiles::new, 1_000, 5);

        @FunctionalInterface
        interface Disk {
            SimulatedDisk make(Faults faults, SimulatedClock clock, Path directory);
        }
    }

    /** The settings of a start; some may be others than last time. */
    EngineContext context() {
        EngineContext context = new EngineContext()
                .dataDirectory(directory)
                .settings(new LedgerSettings("UTC", idleMs, 86_400_000, 86_400_000, random.nextInt(3) == 0, 1_000))
                .ringCapacity(16)
                .clock(clock::wallMs)
                .nanoClock(clock::nanoTime)
                .newHashKey(() -> new HashKey(random.nextLong(), random.nextLong()))
                .snapshotEveryTransactions(snapshotEvery)
                .snapshotEveryMs(60_000)
                .snapshotOpener(data -> new SnapshotStore(snapshots));
        context.journal().syncPolicy(policy);
        return context;
    }

    @Override
    public boolean isKept(long sequence) {
        return policy.kind() != SyncPolicy.Kind.ALWAYS || disk.forced() >= sequence;
    }

    @Override
    public long latestMs() {
        return clock.highestWallMs();
    }

    boolean takesSnapshots() {
        return snapshotEvery > 0;
    }

    Random random() {
        return random;
    }

    Faults faults() {
        return faults;
    }

    SyncPolicy.Kind policy() {
        return policy.kind();
    }

    SimulatedClock clock() {
        return clock;
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedSnapshots snapshots() {
        return snapshots;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

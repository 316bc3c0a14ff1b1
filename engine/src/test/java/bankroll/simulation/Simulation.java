package bankroll.simulation;

import bankroll.engine.EngineContext;
import bankroll.journal.SyncPolicy;
import bankroll.protocol.HashKey;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** One run: some lives of a process, each ending somehow, then a last one in which everything is asked for again. */
final class Simulation {
    private static final int MOST_LIVES = 5;
    private static final int LONGEST_LIFE = 200;
    private static final int STUCK = 20_000;

    private final Random random;
    private final Path directory;
    private final Faults faults;
    private final SyncPolicy policy;
    private final SimulatedClock clock;
    private final SimulatedDisk disk;
    private final History history;
    private final Told told = new Told();
    private final Platform platform;
    private final Digests digests;
    private final int snapshotEvery;
    private SimulatedProcess process;

    Simulation(Random random, Path directory) {
        this.random = random;
        this.directory = directory;
        faults = new Faults(random);
        policy = pick(List.of(SyncPolicy.ALWAYS, SyncPolicy.ALWAYS, SyncPolicy.NONE, SyncPolicy.interval(5)));
        snapshotEvery = pick(List.of(0, 3, 10, 40));
        clock = new SimulatedClock(random);
        disk = new SimulatedDisk(faults);
        disk.whileForcing(this::turns);
        history = new History(disk);
        platform = new Platform(random, clock, disk, history, told, policy);
        digests = new Digests(disk, new SnapshotStore(directory.resolve(SnapshotStore.DIRECTORY)));
    }

    void run() {
        Trace.say("policy {}, a snapshot every {} transactions", policy, snapshotEvery);
        for (int lives = 1 + random.nextInt(MOST_LIVES); lives > 0; lives--) {
            live(random.nextInt(LONGEST_LIFE));
        }
        faults.on(false);
        disk.full(false);
        launch();
        askForEverythingAgain();
        stop();
        launch();
        stop();
    }

    private void live(int turns) {
        try {
            faults.on(true);
            launch();
            faults.on(true);
            turns(turns);
            stop();
        } catch (Crash crash) {
            end(crash);
        }
    }

    private void launch() {
        process = new SimulatedProcess();
        disk.live();
        process.launch(context(), disk);
        Trace.say("started at entry {}", disk.size());
        faults.on(false);
        history.restart();
        history.advanceTo(disk.size());
        told.check(history);
        digests.check(process.ledger());
        platform.connect(process.engine());
        ask();
    }

    private EngineContext context() {
        EngineContext context = new EngineContext()
                .dataDirectory(directory)
                .ringCapacity(16)
                .clock(clock::wallMs)
                .nanoClock(clock::nanoTime)
                .newHashKey(() -> new HashKey(random.nextLong(), random.nextLong()))
                .snapshotEveryTransactions(snapshotEvery)
                .snapshotEveryMs(60_000);
        context.journal().syncPolicy(policy);
        return context;
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn();
        }
    }

    private void turn() {
        clock.pass();
        int what = random.nextInt(120);
        if (what == 0) {
            faults.crash("between two turns");
        } else if (what == 1) {
            disk.full(random.nextBoolean());
        } else if (what < 40) {
            platform.act();
        } else {
            process.turn(random);
        }
    }

    /** The end in order: what was accepted is answered. */
    private void stop() {
        Trace.say("stops in order");
        process.engine().stopAccepting();
        drain();
        process.close();
        platform.connect(null);
    }

    private void drain() {
        for (int i = 0; platform.waits(); i++) {
            if (i == STUCK) {
                throw new AssertionError("requests are stuck");
            }
            clock.pass();
            process.turn(random);
        }
    }

    private void end(Crash crash) {
        Trace.say("{} with {} entries, {} forced", crash.getMessage(), disk.size(), disk.forced());
        if (process.engine() != null && process.ledger().sequence() == disk.size()) {
            process.ledger().release();
            digests.lived(process.ledger());
        }
        process.ledger().close();
        platform.connect(null);
        boolean isCut = crash.kind() != Crash.Kind.KILL;
        if (isCut) {
            disk.powerCut(random);
        } else {
            disk.kill();
        }
        boolean isPromised = !isCut || policy.kind() == SyncPolicy.Kind.ALWAYS;
        if (isPromised && told.highest() > disk.size()) {
            throw new AssertionError("entry " + told.highest() + " was acknowledged, the disk has " + disk.size());
        }
        told.forgetAfter(disk.size());
        digests.forgetAfter(disk.size());
    }

    /** Asks for every balance, for the books and for everything that was promised. */
    private void ask() {
        RandomCommands.PLAYERS.forEach(player -> insist(Question.balance(player)));
        insist(Question.trialBalance());
        told.ids().forEach(id -> insist(Question.lookup(id[0], id[1])));
        drain();
    }

    private void insist(Question question) {
        while (!platform.send(question)) {
            drain();
        }
    }

    /** The platform sends all of it again; whatever was answered once is answered alike (decisions §6). */
    private void askForEverythingAgain() {
        for (Command command : platform.everSent()) {
            while (!platform.send(command)) {
                drain();
            }
        }
        drain();
        ask();
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

package bankroll.simulation;

import bankroll.condition.ConditionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** One run: some lives of a process, each ending somehow, then a last one in which everything is asked for again. */
final class Simulation {
    private static final int MOST_LIVES = 5;
    private static final int STUCK = 20_000;
    private static final int ASKED_AT_A_START = 10;

    private final Random random;
    private final World world;
    private final Promises promises;
    private final Platform platform;
    private final World.Ground ground;
    private boolean hasRoomCome;
    private SimulatedProcess process;

    Simulation(Random random, Path directory, World.Ground ground) {
        this.random = random;
        this.ground = ground;
        world = new World(random, directory, ground);
        world.faults().meanwhile(this::turns);
        promises = new Promises(world);
        platform = new Platform(random, promises.history(), promises.told(), world);
    }

    void run() {
        for (int lives = 1 + random.nextInt(MOST_LIVES); lives > 0; lives--) {
            live(random.nextInt(ground.longestLife()));
        }
        world.faults().on(false);
        world.disk().full(false);
        launch();
        askForEverythingAgain();
        stop();
        promises.afterAStopInOrder();
        launch();
        stop();
    }

    /** Everything that the journal holds in the end. */
    int fingerprint() {
        return world.disk().fingerprint();
    }

    private void live(int turns) {
        try {
            world.faults().on(true);
            launch();
            world.faults().on(true);
            turns(turns);
            stop();
        } catch (Crash crash) {
            platform.connect(null);
            promises.afterTheEnd(process, crash);
        }
    }

    private void launch() {
        if (world.disk().isFull()) {
            startWithoutRoom();
            world.disk().full(false);
        }
        process = new SimulatedProcess();
        process.launch(world);
        world.faults().on(false);
        promises.afterTheStart(process);
        platform.connect(process.engine());
        ask(promises.told().ids(random, ASKED_AT_A_START));
    }

    /** Without room for an entry a process starts only to read, and only where there is something to read. */
    private void startWithoutRoom() {
        long before = world.disk().size();
        hasRoomCome = false;
        process = new SimulatedProcess();
        try {
            process.launch(world);
        } catch (ConditionException e) {
            Trace.say("refused: {}", e.getMessage());
            process.ledger().close();
            return;
        }
        if (process.engine().status().isAccepting() && !hasRoomCome) {
            throw new AssertionError("takes bookings without room for an entry");
        }
        process.close();
        if (world.disk().size() != before && !hasRoomCome) {
            throw new AssertionError("wrote an entry without room for it");
        }
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn();
        }
    }

    private void turn() {
        world.clock().pass();
        int what = random.nextInt(120);
        if (what < 2 && isSpared()) {
            return;
        }
        if (what == 0) {
            world.faults().crash("between two turns");
        } else if (what == 1) {
            boolean isFull = random.nextBoolean();
            world.disk().full(isFull);
            hasRoomCome |= !isFull;
        } else if (what < 40) {
            platform.act();
        } else {
            turnOfTheProcess();
        }
    }

    private boolean isSpared() {
        return ground.calm() > 1 && random.nextInt(ground.calm()) > 0;
    }

    private void turnOfTheProcess() {
        if (process.turn(random).equals("journal-syncer")) {
            promises.afterATurnOfTheSyncer();
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
            world.clock().pass();
            turnOfTheProcess();
        }
        if (process.engine().status().inFlight() > 0) {
            throw new AssertionError(
                    "all is answered, but the ring counts " + process.engine().status());
        }
    }

    /** Asks for every balance, for the books and for some of what was promised. */
    private void ask(List<String[]> ids) {
        RandomCommands.PLAYERS.forEach(player -> insist(Question.balance(player)));
        insist(Question.trialBalance());
        ids.forEach(id -> insist(Question.lookup(id[0], id[1])));
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
        ask(promises.told().ids(random, Integer.MAX_VALUE));
    }
}

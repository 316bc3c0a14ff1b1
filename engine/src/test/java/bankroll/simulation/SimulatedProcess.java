package bankroll.simulation;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.files.DurableFiles;
import bankroll.ledger.Ledger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

/** One life of the engine: its real agents, which get their turns here and have no threads. */
final class SimulatedProcess implements AgentHost {
    private static final int SEGMENT_BITS = 6;

    private final List<Hosting> agents = new ArrayList<>();
    private Ledger ledger = new Ledger(SEGMENT_BITS);
    private Engine engine;
    /** Tells whether an agent sleeps that isn't at work; one of its own, so that the rest of a run doesn't depend on it. */
    private Random random = new Random(0);

    /** An agent; at work while it waits for a force. */
    private static final class Hosting {
        private final Agent agent;
        private final ErrorHandler failed;
        private boolean isAtWork;

        private Hosting(Agent agent, ErrorHandler failed) {
            this.agent = agent;
            this.failed = failed;
        }
    }

    /** Starts over what is on the disk. */
    void launch(World world) {
        random = new Random(world.clock().highestWallMs());
        launch(world.disk(), world.context());
    }

    /** Starts over what is on this disk. */
    void launch(SimulatedDisk disk, EngineContext options) {
        disk.live();
        EngineContext context = options.journalOpener(disk::open)
                .newLedger(this::emptyLedger)
                .agentHost(this)
                .failStop(SimulatedProcess::stop);
        try {
            engine = Engine.launch(context);
        } catch (JournalFailure e) {
            stop(e);
        } catch (ConditionException e) {
            if (e.exitCode() == ExitCode.TEMPORARY && disk.hasRefused()) {
                throw new Crash(Crash.Kind.FAIL_STOP, e.getMessage());
            }
            throw e;
        }
    }

    /** The last one that was asked for is the one that counts. */
    private Ledger emptyLedger() {
        ledger.close();
        ledger = new Ledger(SEGMENT_BITS);
        return ledger;
    }

    /** Stops in order; where the disk is full the journal's last lines can't be written, and it ends with that failure. */
    void close() {
        try {
            engine.close();
        } catch (JournalFailure e) {
            if (e.getCause() instanceof IOException cause && DurableFiles.isForWantOfRoom(cause)) {
                throw new Crash(Crash.Kind.FAIL_STOP, e.getMessage());
            }
            stop(e);
        }
    }

    boolean isRunning() {
        return engine != null;
    }

    Engine engine() {
        return engine;
    }

    Ledger ledger() {
        return ledger;
    }

    /** Gives one agent a turn, unless it is at work; tells which one's turn is over. */
    String turn(Random random) {
        if (agents.isEmpty()) {
            return "";
        }
        Hosting hosting = agents.get(random.nextInt(agents.size()));
        if (!hosting.isAtWork) {
            hosting.isAtWork = true;
            work(hosting);
            hosting.isAtWork = false;
            return hosting.agent.roleName();
        }
        return "";
    }

    private static void work(Hosting hosting) {
        try {
            hosting.agent.doWork();
        } catch (Exception e) {
            hosting.failed.onError(e);
        }
    }

    @Override
    public Hosted host(Agent agent, Doorbell idle, FailurePolicy failed) {
        Hosting hosting = new Hosting(agent, failed);
        agent.onStart();
        agents.add(hosting);
        return new Hosted() {
            @Override
            public void end() {
                agents.remove(hosting);
                agent.onClose();
            }

            @Override
            public boolean isAsleep() {
                return !hosting.isAtWork && random.nextBoolean();
            }
        };
    }

    /** A stop because of the disk is right; every other is a defect. */
    static void stop(Throwable cause) {
        for (Throwable behind = cause; behind != null; behind = behind.getCause()) {
            if (behind instanceof Crash crash) {
                throw crash;
            }
        }
        if (cause instanceof JournalFailure && Faults.areBehind(cause)) {
            throw new Crash(Crash.Kind.FAIL_STOP, cause.getMessage());
        }
        throw new AssertionError("the engine stopped itself", cause);
    }
}

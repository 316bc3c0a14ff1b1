package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head that a running service tells is the one that the tools compute by themselves. */
class LiveHeadTest {
    private final Semaphore sealed = new Semaphore(0);

    @TempDir
    Path data;

    @Test
    void shouldMeetTheHeadThatALiveEngineTold() throws InterruptedException {
        String told = "";
        for (int start = 1; start <= 3; start++) {
            try (Engine engine = Engine.launch(context())) {
                told = headOf(engine, start);
                assertEquals(told, journal("info", data, "--quiet").value("chain head"));
            }
        }
        Called called = journal("verify", data, "--quiet", "--expect-head", told);

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.out().contains("met: entries 1 to 3"), called::toString);
        assertTrue(called.value("chain").startsWith("good, 2 entries carry it"), called::toString);
    }

    @Test
    void shouldNotMeetItOnceAnEntryWasReplaced() throws InterruptedException {
        String told;
        try (Engine engine = Engine.launch(context())) {
            told = headOf(engine, 1);
        }
        String other = told.startsWith("1:0") ? told.replace("1:0", "1:1") : told.replaceFirst(":.", ":0");

        Called called = journal("verify", data, "--quiet", "--expect-head", other);

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("NOT MET"), called::toString);
    }

    /** The start's own entry, and no other. */
    private String headOf(Engine engine, long sequence) throws InterruptedException {
        while (engine.status().chainHead().sequence() < sequence) {
            assertTrue(sealed.tryAcquire(60, TimeUnit.SECONDS), "nothing was sealed");
        }
        return engine.status().chainHead().toString();
    }

    /** Hears of each turn in which the chain's agent had something to do. */
    private AgentHost.Hosted host(Agent agent, Doorbell idle, FailurePolicy failed) {
        Agent heard = new Agent() {
            @Override
            public int doWork() throws Exception {
                int done = agent.doWork();
                if (done > 0 && roleName().equals("chain-sealer")) {
                    sealed.release();
                }
                return done;
            }

            @Override
            public void onStart() {
                agent.onStart();
            }

            @Override
            public void onClose() {
                agent.onClose();
            }

            @Override
            public String roleName() {
                return agent.roleName();
            }
        };
        return AgentHost.THREADS.host(heard, idle, failed);
    }

    private EngineContext context() {
        EngineContext context = new EngineContext().dataDirectory(data).agentHost(this::host);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return context;
    }
}

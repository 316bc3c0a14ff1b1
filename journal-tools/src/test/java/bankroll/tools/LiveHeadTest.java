package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head that a running service tells is the one that the tools compute by themselves. */
class LiveHeadTest {
    @TempDir
    Path data;

    @Test
    void shouldMeetTheHeadThatALiveEngineTold() {
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
    void shouldNotMeetItOnceAnEntryWasReplaced() {
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
    private static String headOf(Engine engine, long sequence) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (engine.status().chainHead().sequence() < sequence && System.nanoTime() < deadlineNs) {
            Thread.onSpinWait();
        }
        return engine.status().chainHead().toString();
    }

    private EngineContext context() {
        EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return context;
    }
}

package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real journal with agents that have no threads: the seed says whose turn it is, and when the process is killed. */
class JournalTurnsTest {
    private static final int LIVES = 3;
    private static final int STEPS = 100;
    private static final int LONGEST_FRAME = 6_000;
    private static final int MOST_FRAMES = 40;

    /** One turn makes the next file ready, or finds that it is. */
    private static final int MOST_TURNS = 20;

    @TempDir
    Path directory;

    private int plays;
    private int waits;

    @Test
    void shouldLoseNothingWhateverTurnsItsAgentsGet() {
        Seeds.forEach(2, this::play);

        assertTrue(waits > 0, "the writer never had to wait for a file: nothing was tried");
    }

    private void play(Random random) {
        Path play = directory.resolve("play-" + plays++);
        FrameScript script = FrameScript.mixed();
        long forced = 0;
        for (int life = 0; life < LIVES; life++) {
            forced = live(random, script, play.resolve("" + life), forced, play.resolve("" + (life + 1)));
        }
    }

    /** A start over what is there, some work, and a kill: {@code left} is what it leaves. Returns what was forced. */
    private long live(Random random, FrameScript script, Path disk, long forcedBefore, Path left) {
        Turns turns = new Turns(random);
        try (JournalStore store =
                ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(disk).agentHost(turns))) {
            assertEquals(script.lastSequence(), store.recovered().lastSequence());
            assertTrue(store.recovered().forcedSequence() >= forcedBefore, "what was forced is known as forced");
            assertEquals(written(script), read(script, store));
            Journal journal = store.journal();
            for (int step = 0; step < STEPS; step++) {
                step(random, script, journal, turns);
            }
            assertEquals(written(script), read(script, store));
            long forced = journal.lastForced();
            copy(disk, left);
            return forced;
        }
    }

    private void step(Random random, FrameScript script, Journal journal, Turns turns) {
        switch (random.nextInt(4)) {
            case 0, 1 -> append(script, journal, turns, 1 + random.nextInt(MOST_FRAMES));
            case 2 -> assertEquals(script.lastSequence(), journal.force());
            default -> turns.give();
        }
    }

    /** Where there is no room, the next file comes with the agents' turns and not without. */
    private void append(FrameScript script, Journal journal, Turns turns, int frames) {
        for (int i = 0; i < frames; i++) {
            if (!journal.hasRoom(LONGEST_FRAME)) {
                waits++;
                for (int turn = 0; turn < MOST_TURNS && !journal.hasRoom(LONGEST_FRAME); turn++) {
                    turns.give();
                }
                assertTrue(journal.hasRoom(LONGEST_FRAME), "no file was made ready");
            }
            script.append(journal, 1);
        }
    }

    private static List<Long> written(FrameScript script) {
        return LongStream.rangeClosed(1, script.lastSequence()).boxed().toList();
    }

    private static List<Long> read(FrameScript script, JournalStore store) {
        try (JournalReader reader = store.reader(1)) {
            return script.readAll(reader);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Agents without threads. */
    private static final class Turns implements AgentHost {
        private final List<Agent> agents = new ArrayList<>();
        private final Random random;

        private Turns(Random random) {
            this.random = random;
        }

        @Override
        public Hosted host(Agent agent, Doorbell idle, FailurePolicy failed) {
            agents.add(agent);
            return () -> agents.remove(agent);
        }

        /** One of them gets a turn. */
        private void give() {
            try {
                agents.get(random.nextInt(agents.size())).doWork();
            } catch (Exception e) {
                throw new AssertionError("a turn failed", e);
            }
        }
    }
}

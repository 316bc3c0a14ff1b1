package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.condition.Degradation;
import bankroll.journal.JournalContext.SyncPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JournalContextTest {
    private final JournalContext context = new JournalContext().directory(Path.of("journal"));

    @Test
    void shouldHaveSafeDefaults() {
        context.conclude();

        assertEquals(SyncPolicy.ALWAYS, context.syncPolicy());
        assertEquals(256L << 20, context.fileBytes());
        assertEquals(Frame.MAX_LENGTH, context.maxFrameBytes());
        assertEquals(512L << 20, context.lowWaterBytes());
        assertEquals(1L << 30, context.cachedBytes());
        assertEquals(500, context.diskPollMs());
        assertEquals(AgentHost.THREADS, context.agentHost());
        assertEquals(OpeningWatch.NONE, context.openingWatch());
        assertEquals(List.of(), context.degradation().entries());
    }

    @Test
    void shouldTellEachOptionAsItWasSet() {
        Path directory = Path.of("elsewhere");
        AgentHost agents = (agent, doorbell, failed) -> () -> {};
        Consumer<Throwable> failures = failure -> {};
        Degradation degradation = new Degradation(() -> 0);
        OpeningWatch opening = (seen, of) -> {};

        assertSame(
                context,
                context.directory(directory)
                        .syncPolicy(SyncPolicy.interval(5))
                        .fileBytes(1 << 20)
                        .maxFrameBytes(96)
                        .lowWaterBytes(3)
                        .cachedBytes(4)
                        .diskPollMs(5)
                        .agentHost(agents)
                        .failureHandler(failures)
                        .degradation(degradation)
                        .openingWatch(opening)
                        .conclude());

        assertEquals(directory, context.directory());
        assertEquals(SyncPolicy.interval(5), context.syncPolicy());
        assertEquals(1 << 20, context.fileBytes());
        assertEquals(96, context.maxFrameBytes());
        assertEquals(3, context.lowWaterBytes());
        assertEquals(4, context.cachedBytes());
        assertEquals(5, context.diskPollMs());
        assertSame(agents, context.agentHost());
        assertSame(failures, context.failureHandler());
        assertSame(degradation, context.degradation());
        assertSame(opening, context.openingWatch());
    }

    @Test
    void shouldNameTheOptionThatIsOutOfBounds() {
        assertRefused("file-bytes", context.fileBytes(1024));
        assertRefused("max-frame-bytes", context.fileBytes(1 << 20).maxFrameBytes(1 << 20));
        assertRefused("low-water-bytes", context.fileBytes(256 << 20).lowWaterBytes(-1));
        assertRefused("disk-poll-ms", context.lowWaterBytes(0).diskPollMs(0));
    }

    @Test
    void shouldTakeTheLeastAndTheMostOfEachOption() {
        context.fileBytes(JournalContext.FILE_BYTES_MIN).maxFrameBytes(96 << 10).conclude();
        assertRefused("max-frame-bytes", context.maxFrameBytes((96 << 10) + 1));
        context.maxFrameBytes(Frame.MIN_LENGTH).conclude();
        assertRefused("max-frame-bytes", context.maxFrameBytes(Frame.MIN_LENGTH - 1));
        context.fileBytes(JournalContext.FILE_BYTES_MAX).conclude();
        assertRefused("file-bytes", context.fileBytes(JournalContext.FILE_BYTES_MAX + 1));
        context.fileBytes(256 << 20).lowWaterBytes(0).cachedBytes(0).conclude();
        assertRefused("cached-bytes", context.cachedBytes(-1));
        context.lowWaterBytes(JournalContext.LOW_WATER_BYTES.most())
                .cachedBytes(JournalContext.CACHED_BYTES.most())
                .diskPollMs(60_000)
                .conclude();
        assertRefused("cached-bytes", context.cachedBytes(JournalContext.CACHED_BYTES.most() + 1));
        assertRefused("disk-poll-ms", context.cachedBytes(0).diskPollMs(60_001));
    }

    @Test
    void shouldWriteNoZerosAheadWhereNothingIsPromised() {
        assertTrue(context.zerosAhead());
        assertFalse(context.syncPolicy(SyncPolicy.NONE).zerosAhead());
        assertTrue(context.syncPolicy(SyncPolicy.interval(5)).zerosAhead());
        assertFalse(context.zerosAhead(false).zerosAhead());
    }

    @Test
    void shouldAskForADirectory() {
        assertThrows(NullPointerException.class, new JournalContext()::conclude);
    }

    private static void assertRefused(String option, JournalContext context) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, context::conclude);
        assertTrue(refused.getMessage().startsWith("journal." + option + " must be "), refused.getMessage());
        context.maxFrameBytes(Frame.MAX_LENGTH);
    }
}

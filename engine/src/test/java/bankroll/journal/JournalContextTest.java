package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.JournalContext.SyncPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JournalContextTest {
    private final JournalContext context = new JournalContext().directory(Path.of("journal"));

    @Test
    void shouldHaveSafeDefaults() {
        context.conclude();

        assertEquals(SyncPolicy.ALWAYS, context.syncPolicy());
        assertEquals(256L << 20, context.fileBytes());
        assertEquals(Frame.MAX_LENGTH, context.maxFrameBytes());
    }

    @Test
    void shouldNameTheOptionThatIsOutOfBounds() {
        assertRefused("file-bytes", context.fileBytes(1024));
        assertRefused("max-frame-bytes", context.fileBytes(1 << 20).maxFrameBytes(1 << 20));
        assertRefused("low-water-bytes", context.fileBytes(256 << 20).lowWaterBytes(-1));
        assertRefused("disk-poll-ms", context.lowWaterBytes(0).diskPollMs(0));
        assertRefused("mark-interval-ms", context.diskPollMs(1).markIntervalMs(61_000));
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
        context.cachedBytes(Long.MAX_VALUE)
                .diskPollMs(60_000)
                .markIntervalMs(60_000)
                .conclude();
        assertRefused("disk-poll-ms", context.diskPollMs(60_001));
        assertRefused("mark-interval-ms", context.diskPollMs(1).markIntervalMs(0));
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

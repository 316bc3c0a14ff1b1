package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JournalContextTest {
    private final JournalContext context = new JournalContext().directory(Path.of("journal"));

    @Test
    void shouldHaveSafeDefaults() {
        context.conclude();

        assertEquals(SyncPolicy.ALWAYS, context.syncPolicy());
        assertEquals(256L << 20, context.fileBytes());
        assertTrue(context.reserveNextFile());
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
    void shouldAskForADirectory() {
        assertThrows(NullPointerException.class, new JournalContext()::conclude);
    }

    private static void assertRefused(String option, JournalContext context) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, context::conclude);
        assertTrue(refused.getMessage().startsWith("journal." + option + " must be "), refused.getMessage());
        context.maxFrameBytes(Frame.MAX_LENGTH);
    }
}

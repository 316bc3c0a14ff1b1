package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalBooks.FileTrack;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the manifest will say of a file follows from its frames. */
class FileTrackTest {
    private static final JournalFile FILE = JournalFile.of(Path.of("journal"), 1, 1);
    private static final long CAPACITY = 1 << 20;

    private final FrameScript script = FrameScript.small();
    private final FileTrack track = new FileTrack(FILE);

    @Test
    void shouldSayWhereItsFramesBeginAndEnd() {
        script.sealer().continueAfter(6, 0x0badcafe);
        int length = script.sealNext();
        track.add(script.buffer(), 0, length, 66_000);
        script.sealNext();
        int last = script.sealNext();
        track.add(script.buffer(), 0, last, 70_000);

        int crc = Frame.crc(script.buffer(), 0);
        assertEquals(new ClosedFile(FILE, 7, 9, 0x0badcafe, crc, 70_000, 70_000 + last, 1_007, 1_009), track.close());
        assertEquals(FILE, track.file());
        assertEquals(70_000 + last, track.end());
    }

    @Test
    void shouldBeNothingToCloseBeforeTheFirstFrame() {
        assertTrue(track.isEmpty());
        assertNull(track.close());

        track.add(script.buffer(), 0, script.sealNext(), 66_000);

        assertFalse(track.isEmpty());
    }

    @Test
    void shouldLeaveRoomForAnIndexPageOfChronicles() {
        int length = script.sealNext();
        track.add(script.buffer(), 0, length, 66_000);
        int left = (int) (CAPACITY - 66_000 - length - JournalContext.OVERHEAD_BYTES / 2);

        assertTrue(track.fits(left, CAPACITY));
        assertFalse(track.fits(left + 1, CAPACITY));
    }
}

package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Logged;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.OpeningWatch;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal's files tell of themselves where their list is lost: no more than they prove. */
class DerivedManifestTest {
    @TempDir
    private Path temporary;

    private Path journal;
    private List<JournalFile> files;
    private List<ClosedFile> written;

    @BeforeEach
    void givenAJournalOfSeveralFiles() {
        journal = temporary.resolve("journal");
        JournalContext context = new JournalContext()
                .directory(journal)
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            FrameScript.small().append(store.journal(), 1_500);
        }
        files = JournalFile.all(journal);
        written = Manifest.read(journal).closed();
        assertTrue(files.size() >= 3, "the script must roll");
    }

    @Test
    void shouldSayOfEachFileThatAnotherFollowsWhatWasWrittenDown() {
        List<ClosedFile> followed = written.subList(0, written.size() - 1);

        assertEquals(new Manifest(1, 0, followed, null), DerivedManifest.of(files));
    }

    /** A large journal takes minutes to read: whoever waits for it is told how far it is. */
    @Test
    void shouldTellEveryTenSecondsHowManyFilesAreRead() {
        int followed = files.size() - 1;
        long[] nowNs = {Long.MAX_VALUE};

        try (Logged logged = new Logged(DerivedManifest.class)) {
            // looked at once in the beginning and once a file
            DerivedManifest.of(files, OpeningWatch.NONE, () -> nowNs[0] += TimeUnit.SECONDS.toNanos(5));

            assertEquals(
                    followed / 2, logged.lines().size(), () -> logged.lines().toString());
            assertEquals(
                    "INFO The journal's list of files is made anew: 1 of " + followed + " files are read ("
                            + 100 / followed + " %), " + 10 * (followed - 1) + " s left.",
                    logged.lines().get(0));
        }
    }

    @Test
    void shouldNotTakeAFileForOverThatTheNextOneDoesNotFollow() {
        assertEquals(Manifest.EMPTY, DerivedManifest.of(List.of(files.get(0), files.get(2))));
    }

    @Test
    void shouldListNoFileFromTheFirstDamageOn() throws IOException {
        harm(files.get(1), written.get(1).lastPosition());

        assertEquals(written.subList(0, 1), DerivedManifest.of(files).closed());
    }

    @Test
    void shouldTellNothingWhereTheFirstFileHasNoGoodFrame() throws IOException {
        List<JournalFile> shortened = files.subList(1, files.size());
        assertEquals(
                written.get(1).firstSequence(), DerivedManifest.of(shortened).firstSequence());
        try (FrameCursor cursor = FrameCursor.from(files.get(1), written.get(1).firstSequence())) {
            cursor.next();
            harm(files.get(1), cursor.framePosition() + cursor.frameLength() - 1L);
        }

        assertEquals(Manifest.EMPTY, DerivedManifest.of(shortened));

        Files.write(files.get(1).path(), new byte[64 << 10]);
        assertEquals(Manifest.EMPTY, DerivedManifest.of(shortened));
        assertEquals(Manifest.EMPTY, DerivedManifest.of(List.of()));
    }

    @Test
    void shouldSayWhyTheFilesHaveToBeAsked() throws IOException {
        assertNull(DerivedManifest.fault(temporary.resolve("nothing")));
        assertNull(DerivedManifest.fault(journal));

        Files.writeString(journal.resolve(Manifest.FILE), "x");
        assertEquals("it is damaged", DerivedManifest.fault(journal));

        Files.delete(journal.resolve(Manifest.FILE));
        assertEquals("it is missing", DerivedManifest.fault(journal));
    }

    /** Each reader asks, and asks again at each new file. */
    @Test
    void shouldReadTheFilesOnceForAllWhoAsk() throws IOException {
        Files.delete(journal.resolve(Manifest.FILE));
        Manifest first = DerivedManifest.readOr(journal);

        assertSame(first, DerivedManifest.readOr(journal));

        Files.delete(files.get(files.size() - 1).path());
        assertEquals(
                written.size() - 2, DerivedManifest.readOr(journal).closed().size());
    }

    private static void harm(JournalFile file, long position) throws IOException {
        byte[] bytes = Files.readAllBytes(file.path());
        bytes[(int) position] ^= 1;
        Files.write(file.path(), bytes);
    }
}

package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.Doorbell;
import bankroll.engine.Logged;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.HeldDescriptors;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the keeper brings to the disk at each of its turns and at its end, and in which order. */
class FileKeeperTest {
    private static final String MARK_FORCED = "force the bytes of " + ForcedMark.FILE;

    @TempDir
    private Path directory;

    private RecordedDisk disk;
    private JournalFile first;
    private JournalFile second;
    private IdleStrategy idle;
    private boolean isEnded;
    private FileKeeper keeper;

    @BeforeEach
    void givenAKeeperOfTwoFiles() throws IOException {
        disk = new RecordedDisk(directory);
        first = file(1);
        second = file(2);
        JournalContext context = new JournalContext().directory(disk.root()).agentHost((agent, between, failed) -> {
            idle = between;
            return () -> isEnded = true;
        });
        keeper = new FileKeeper(
                context,
                new JournalBooks(disk.root(), Manifest.EMPTY),
                ForcedMark.create(disk.root(), 0, SyncPolicy.ALWAYS),
                Assertions::fail);
        keeper.start();
        disk.events();
    }

    /** The manifest is never ahead of a file, and the mark never ahead of the manifest's files. */
    @Test
    void shouldForceAFullFileAndTheNextOneThenListThemThenForceTheMark() throws IOException {
        keeper.turned(null, first);
        keeper.doWork();
        assertEquals(new Manifest(1, 0, List.of(), first), Manifest.read(disk.root()));
        disk.events();

        keeper.forced(9);
        keeper.turned(full(first), second);
        keeper.doWork();

        assertEquals(
                List.of(
                        "force " + first.name(),
                        "force " + second.name(),
                        "force 00000001",
                        "write manifest.tmp",
                        "force manifest.tmp",
                        "rename manifest.tmp to manifest",
                        "force the directory",
                        MARK_FORCED),
                disk.events());
        assertEquals(new Manifest(1, 0, List.of(full(first)), second), Manifest.read(disk.root()));
    }

    @Test
    void shouldForceEachMarkThatIsNew() throws IOException {
        keeper.forced(7);
        keeper.doWork();
        keeper.forced(8);
        keeper.doWork();

        assertEquals(List.of(MARK_FORCED, MARK_FORCED), disk.events());
    }

    @Test
    void shouldListItsFilesOnceThereIsRoomForTheListAndForceTheMarkMeanwhile() throws IOException {
        disk.fill();
        keeper.turned(null, first);
        keeper.forced(7);
        try (Logged logged = new Logged(FileKeeper.class)) {
            for (int turn = 0; turn < 20; turn++) {
                keeper.doWork();
            }

            assertEquals(List.of("ERROR can't write the journal's manifest, trying again"), logged.lines());
        }
        assertTrue(disk.events().contains(MARK_FORCED));
        assertNull(Manifest.read(disk.root()));

        disk.makeRoom();
        try (Logged logged = new Logged(FileKeeper.class)) {
            keeper.doWork();
            keeper.doWork();

            assertEquals(List.of("INFO The journal's manifest is written again."), logged.lines());
        }
        assertEquals(first, Manifest.read(disk.root()).open());
    }

    @Test
    void shouldBeWokenForAFile() throws IOException {
        assertFalse(((Doorbell) idle).isRung());

        keeper.turned(null, first);

        assertTrue(((Doorbell) idle).isRung());
    }

    @Test
    void shouldBringWhatIsLeftToTheDiskAtTheEndAndListTheLastFileAsClosed() throws IOException {
        keeper.turned(null, first);
        keeper.turned(full(first), second);
        keeper.forced(20);

        keeper.close(full(second));

        assertTrue(isEnded);
        assertTrue(disk.events().contains(MARK_FORCED));
        assertEquals(new Manifest(1, 0, List.of(full(first), full(second)), null), Manifest.read(disk.root()));
    }

    @Test
    void shouldListNothingAtTheEndOfARunWithoutAFrame() throws IOException {
        keeper.close(null);

        assertEquals(List.of(), disk.events());
        assertNull(Manifest.read(disk.root()));
    }

    @Test
    void shouldPromiseNothingMoreOnceItIsAbandoned() throws IOException {
        keeper.turned(null, first);
        keeper.forced(7);

        keeper.abandon();

        assertTrue(isEnded);
        assertEquals(List.of(), disk.events());
    }

    /** The writer looked for descriptors: at the keeper's own turn there may be none left. */
    @Test
    void shouldOpenAFileForItsTurnAtOnce() throws IOException {
        HeldDescriptors.assumeTold();
        long before = HeldDescriptors.below(directory);

        keeper.turned(null, first);

        assertEquals(before + 2, HeldDescriptors.below(directory), "the file and its directory");
        keeper.abandon();
    }

    @Test
    void shouldHoldNothingBehindItsEnd() throws IOException {
        HeldDescriptors.assumeTold();
        keeper.turned(null, first);
        keeper.doWork();
        keeper.turned(full(first), second);
        keeper.close(full(second));
        assertEquals(0, HeldDescriptors.below(directory));

        givenAKeeperOfTwoFiles();
        keeper.turned(null, first);
        keeper.abandon();
        assertEquals(0, HeldDescriptors.below(directory));
    }

    private JournalFile file(long number) throws IOException {
        JournalFile file = JournalFile.of(disk.root(), 1, number);
        Files.createDirectories(file.path().getParent());
        if (!Files.exists(file.path())) {
            Files.createFile(file.path());
        }
        return file;
    }

    /** With ten frames. */
    private static ClosedFile full(JournalFile file) {
        long last = 10 * file.number();
        return new ClosedFile(file, last - 9, last, (int) last - 10, (int) last, 900, 1_000, 1, 2);
    }
}

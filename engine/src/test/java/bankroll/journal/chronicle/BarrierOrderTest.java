package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a force of the journal does to the disk: a new file with its size and name, later only its bytes. */
class BarrierOrderTest {
    @Test
    void shouldForceAFilesCreationThenItsBytes(@TempDir Path directory) throws IOException {
        RecordedDisk disk = new RecordedDisk(directory);
        FileForcer forcer = new FileForcer(FileForcer.Barrier::open);
        JournalFile first = file(disk, 1);
        JournalFile second = file(disk, 2);

        forcer.add(first);
        forcer.force();
        assertEquals(List.of("force " + first.name(), "force 00000001"), disk.events());
        forcer.force();
        assertEquals(List.of("force the bytes of " + first.name()), disk.events());
        forcer.add(second);
        forcer.force();

        assertEquals(
                List.of("force the bytes of " + first.name(), "force " + second.name(), "force 00000001"),
                disk.events());
        forcer.close();
        assertEquals(List.of(), disk.events());
    }

    private static JournalFile file(RecordedDisk disk, long number) throws IOException {
        JournalFile file = JournalFile.of(disk.root(), 1, number);
        Files.createDirectories(file.path().getParent());
        Files.createFile(file.path());
        disk.events();
        return file;
    }

    @Test
    void shouldForceTheMarkOnceForWhatItSays(@TempDir Path directory) throws IOException {
        RecordedDisk disk = new RecordedDisk(directory);
        FileKeeper keeper = keeper(disk);

        keeper.forced(7);
        keeper.doWork();
        keeper.doWork();

        assertEquals(List.of("force the bytes of " + ForcedMark.FILE), disk.events());
        keeper.abandon();
    }

    /** An agent gets its next turn although one failed; a force must not be tried again. */
    @Test
    void shouldNotForceTheMarkAgainOnceThatFailed(@TempDir Path directory) throws IOException {
        RecordedDisk disk = new RecordedDisk(directory);
        FileKeeper keeper = keeper(disk);
        disk.during("force the bytes of " + ForcedMark.FILE, () -> {
            throw new UncheckedIOException(new IOException("Input/output error"));
        });

        keeper.forced(7);
        assertThrows(UncheckedIOException.class, keeper::doWork);
        keeper.forced(8);
        keeper.doWork();

        assertEquals(List.of("force the bytes of " + ForcedMark.FILE), disk.events());
        keeper.abandon();
    }

    private static FileKeeper keeper(RecordedDisk disk) throws IOException {
        Path journal = disk.root();
        FileKeeper keeper = new FileKeeper(
                new JournalContext().directory(journal),
                new JournalBooks(journal, Manifest.EMPTY),
                ForcedMark.create(journal, 0, SyncPolicy.ALWAYS),
                Assertions::fail);
        disk.events();
        return keeper;
    }

    /** Zeros that are not on the disk could still want for room when frames are written over them. */
    @Test
    void shouldForceTheZerosOfAReserveInStepsAndAllOfThemBeforeItIsTaken(@TempDir Path directory) throws IOException {
        RecordedDisk disk = new RecordedDisk(directory);
        JournalFile file = JournalFile.of(disk.root(), 1, 1);
        Files.createDirectories(file.path().getParent());
        disk.events();

        assertEquals((2 << 20) + 5, BlockReserve.allocate(file, (2 << 20) + 5, true, WANTED));

        String reserve = file.name().replace(JournalFile.SUFFIX, ".precreated");
        String growing = reserve + ".tmp";
        assertEquals(
                List.of(
                        "write " + growing,
                        "force the bytes of " + growing,
                        "write " + growing,
                        "force " + growing,
                        "rename " + growing + " to " + reserve,
                        "force 00000001"),
                disk.events());
        assertEquals((2 << 20) + 5, Files.size(directory.resolve(reserve)));
    }

    private static final BlockReserve.Demand WANTED = new BlockReserve.Demand() {
        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public boolean isMet(long bytes) {
            return false;
        }
    };
}

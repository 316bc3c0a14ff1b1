package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileForcerTest {
    private final List<String> events = new ArrayList<>();
    private final FileForcer forcer = new FileForcer(file -> new Recorded(file.number()));
    private boolean broken;

    @Test
    void shouldForceTheCreationOfANewFileFirst() throws IOException {
        forcer.add(file(1));
        forcer.force();
        forcer.force();

        assertEquals(List.of("create 1", "force 1"), events);
    }

    @Test
    void shouldForceAFileThatWasLeftBeforeTheOneBehindIt() throws IOException {
        leaveTwoSinceAForce();
        forcer.force();
        forcer.force();

        assertEquals(
                List.of("create 1", "force 1", "close 1", "create 2", "force 2", "close 2", "create 3", "force 3"),
                events);
    }

    private void leaveTwoSinceAForce() throws IOException {
        forcer.add(file(1));
        forcer.force();
        forcer.add(file(2));
        forcer.add(file(3));
    }

    @Test
    void shouldHaveNothingToForceBeforeTheFirstFile() throws IOException {
        forcer.force();
        forcer.close();

        assertEquals(List.of(), events);
    }

    @Test
    void shouldCloseAllThatItOpenedWithoutForcingIt() throws IOException {
        leaveTwoSinceAForce();
        forcer.close();

        assertEquals(List.of("create 1", "close 2", "close 3", "close 1"), events);
    }

    @Test
    void shouldGiveTheFilesBackToTheSystem(@TempDir Path directory) throws IOException {
        HeldDescriptors.assumeTold();
        JournalFile file = JournalFile.of(directory, 1, 1);
        Files.createDirectories(file.path().getParent());
        Files.createFile(file.path());
        FileForcer onDisk = new FileForcer(FileForcer.Barrier::open);
        onDisk.add(file);
        onDisk.force();
        assertEquals(1, HeldDescriptors.below(directory));

        onDisk.close();

        assertEquals(0, HeldDescriptors.below(directory));
    }

    @Test
    void shouldSayThatTheDiskRefused() throws IOException {
        forcer.add(file(1));
        forcer.force();
        broken = true;

        assertThrows(IOException.class, forcer::force);
    }

    private static JournalFile file(long number) {
        return JournalFile.of(Path.of("journal"), 1, number);
    }

    private final class Recorded implements FileForcer.Barrier {
        private final long number;

        private Recorded(long number) {
            this.number = number;
        }

        @Override
        public void force(boolean withSize) throws IOException {
            if (broken) {
                throw new IOException("input/output error");
            }
            events.add((withSize ? "force the size and bytes of " : "force ") + number);
        }

        @Override
        public void forceCreation() {
            events.add("create " + number);
        }

        @Override
        public void close() {
            events.add("close " + number);
        }
    }
}

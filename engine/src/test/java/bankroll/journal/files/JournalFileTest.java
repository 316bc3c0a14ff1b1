package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.CorruptJournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal file's name: the start that wrote it, and its number as a day, which is Chronicle's way of counting. */
class JournalFileTest {
    private static final Path JOURNAL = Path.of("journal");

    @TempDir
    private Path directory;

    @Test
    void shouldReadTheNameThatItPrints() {
        for (long number : new long[] {1, 2, 365, JournalFile.MAX_NUMBER}) {
            JournalFile file = JournalFile.of(JOURNAL, 1, number);

            assertEquals(file, JournalFile.parse(JOURNAL, file.name()));
        }
        assertEquals("00000012/19710101F.cq4", JournalFile.of(JOURNAL, 12, 365).name());
        assertEquals("00000012/19710101F.cq4", JournalFile.of(JOURNAL, 12, 365).toString());
    }

    @Test
    void shouldHaveNoNumberThatIsNoDay() {
        assertThrows(IllegalArgumentException.class, () -> JournalFile.of(JOURNAL, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> JournalFile.of(JOURNAL, 1, JournalFile.MAX_NUMBER + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "manifest",
                "00000001/19700102F.cq4x",
                "1/19700102F.cq4",
                "00000001/19701302F.cq4",
                "00000001/19700101F.cq4"
            })
    void shouldNotTakeAnotherNameForOne(String name) {
        assertNull(JournalFile.parse(JOURNAL, name));
    }

    @Test
    void shouldListTheFilesOfEveryStartByTheirNumbers() throws IOException {
        JournalFile later = create(3, 3);
        JournalFile second = create(1, 2);
        JournalFile first = create(1, 1);
        Files.createFile(first.path().resolveSibling("metadata.cq4t"));
        Files.createDirectories(directory.resolve("set-aside"));
        Files.createFile(directory.resolve("set-aside/00000001-19700109F.cq4"));

        assertEquals(List.of(first, second, later), JournalFile.all(directory));
        assertEquals(List.of(), JournalFile.all(directory.resolve("nothing")));
    }

    /** The file system lists them in an order of its own. */
    @Test
    void shouldListManyInTheirOrder() throws IOException {
        List<JournalFile> files = new ArrayList<>();
        for (long number = 1; number <= 40; number++) {
            files.add(create((number + 1) / 2, number));
        }

        assertEquals(files, JournalFile.all(directory));
        assertEquals(
                files.stream().map(file -> file.path().getParent()).distinct().toList(), JournalFile.runs(directory));
    }

    @Test
    void shouldRefuseAFileWhoseNameSaysNothingOrThatChroniclePutAside() throws IOException {
        JournalFile file = create(1, 1);
        for (String name : List.of("copy.cq4", "19700102F.cq4.discard")) {
            Path strange = Files.createFile(file.path().resolveSibling(name));

            CorruptJournalException refused =
                    assertThrows(CorruptJournalException.class, () -> JournalFile.all(directory));

            assertEquals("00000001/" + name, refused.file());
            Files.delete(strange);
        }
        assertEquals(List.of(file), JournalFile.all(directory));
    }

    private JournalFile create(long run, long number) throws IOException {
        JournalFile file = JournalFile.of(directory, run, number);
        Files.createDirectories(file.path().getParent());
        Files.createFile(file.path());
        return file;
    }
}

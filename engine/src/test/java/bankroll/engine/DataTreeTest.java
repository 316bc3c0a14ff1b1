package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTreeTest {
    @TempDir
    private Path directory;

    private Path data;
    private Path disk;

    @BeforeEach
    void make() throws IOException {
        data = Files.createDirectories(directory.resolve("data"));
        disk = Files.createDirectories(directory.resolve("disk"));
        Files.writeString(data.resolve("mark"), "12");
        Files.writeString(Files.createDirectories(disk.resolve("run")).resolve("file"), "12345");
    }

    /** Names with sizes, of files only. */
    private TreeMap<String, Long> seen(Path start, int mostLevels) throws IOException {
        TreeMap<String, Long> seen = new TreeMap<>();
        DataTree.walk(start, mostLevels, (file, attributes) -> {
            if (attributes.isRegularFile()) {
                seen.put(start.relativize(file).toString(), attributes.size());
            }
        });
        return seen;
    }

    @Test
    void shouldShowWhatIsBehindLinks() throws IOException {
        Files.createSymbolicLink(data.resolve("journal"), disk);
        Path link = Files.createSymbolicLink(directory.resolve("link"), data);
        assertEquals("{journal/run/file=5, mark=2}", seen(link, 9).toString());
    }

    @Test
    void shouldShowAnyOtherLinkAndNotFollowIt() throws IOException {
        Files.createSymbolicLink(data.resolve("00000001"), disk);
        Files.createSymbolicLink(data.resolve("other"), disk);
        Files.createSymbolicLink(data.resolve("file"), disk.resolve("run/file"));
        assertEquals("{00000001/run/file=5, file=5, mark=2}", seen(data, 9).toString());
    }

    @Test
    void shouldShowSoManyLevels() throws IOException {
        Files.createSymbolicLink(data.resolve("journal"), disk);
        assertEquals(List.of("mark"), List.copyOf(seen(data, 2).keySet()));
        assertEquals(
                List.of("journal/run/file", "mark"), List.copyOf(seen(data, 3).keySet()));
    }

    @Test
    void shouldPassOverALinkThatLeadsBackAndOneThatLeadsNowhere() throws IOException {
        Files.createSymbolicLink(data.resolve("back"), data);
        Files.createSymbolicLink(data.resolve("gone"), directory.resolve("nowhere"));
        assertEquals("{mark=2}", seen(data, 9).toString());
    }

    @Test
    void shouldPassOverWhatGoesMeanwhile() throws IOException {
        Path first = Files.createDirectories(data.resolve("a"));
        DataTree.walk(data, (file, attributes) -> {
            if (file.equals(first)) {
                delete(first);
            }
        });
        assertEquals("{mark=2}", seen(data, 9).toString());
    }

    @Test
    void shouldTellWhenThereIsNoSuchDirectory() {
        assertThrows(NoSuchFileException.class, () -> seen(directory.resolve("nowhere"), 9));
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

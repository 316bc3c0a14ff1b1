package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshDirectoryTest {
    @TempDir
    Path path;

    @Test
    void shouldRemoveWhatItHasBegun() throws IOException {
        FreshDirectory directory = new FreshDirectory(path);
        directory.begin();
        Files.createDirectory(directory.snapshots());

        directory.abandon();

        try (Stream<Path> left = Files.list(path)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** As when the directory can't be forced behind the journal's new name. */
    @Test
    void shouldRemoveNothingOnceTheJournalHasItsName() throws IOException {
        FreshDirectory directory = new FreshDirectory(path);
        directory.begin();
        Files.createDirectory(directory.snapshots());
        directory.complete();

        directory.abandon();

        assertTrue(Files.exists(directory.journal()));
        assertTrue(Files.exists(directory.snapshots()));
    }

    @Test
    void shouldRemoveNothingOfAnother() throws IOException {
        FreshDirectory first = new FreshDirectory(path);
        FreshDirectory second = new FreshDirectory(path);
        second.requireFresh();
        first.begin();
        Files.createDirectory(first.snapshots());

        assertThrows(ConditionException.class, second::begin);
        second.abandon();
        assertTrue(Files.exists(first.part()));
        assertTrue(Files.exists(first.snapshots()));

        first.complete();
        assertThrows(ConditionException.class, second::begin);
        second.abandon();
        assertTrue(Files.exists(first.journal()));
        assertTrue(Files.exists(first.snapshots()));
        assertFalse(Files.exists(first.part()));
    }
}

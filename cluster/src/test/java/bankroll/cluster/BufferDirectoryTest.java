package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that ask for one directory, as containers with the same paths and one /dev/shm do, and what killed ones leave there. */
class BufferDirectoryTest {
    @TempDir
    private Path memory;

    private Path wanted;

    @BeforeEach
    void want() {
        wanted = memory.resolve("bankroll-1");
    }

    private Path beside(int number) {
        return memory.resolve("bankroll-1-" + number);
    }

    private static Path own(Path directory) throws IOException {
        return Files.createDirectory(directory, OwnerOnly.directory(directory));
    }

    /** As a node that was killed has it. */
    private static void leave(Path directory) throws IOException {
        own(directory);
        Files.createFile(directory.resolve(DirectoryLock.FILE));
        Files.createFile(Files.createDirectory(directory.resolve("aeron")).resolve("cnc.dat"));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldLeaveTheBuffersOfALivingNodeAlone() throws IOException {
        try (BufferDirectory first = BufferDirectory.take(wanted)) {
            Path live = Files.createDirectory(first.path().resolve("aeron"));

            try (BufferDirectory second = BufferDirectory.take(wanted)) {
                assertEquals(wanted, first.path());
                assertEquals(beside(1), second.path());
            }

            assertTrue(Files.exists(live));
            assertEquals(List.of("bankroll-1"), names(memory));
        }
        assertEquals(List.of(), names(memory));
    }

    @Test
    void shouldRemoveWhatKilledNodesHaveLeft() throws IOException {
        leave(wanted);
        leave(beside(1));
        leave(beside(7));

        try (BufferDirectory own = BufferDirectory.take(wanted)) {
            assertEquals(wanted, own.path());
            assertEquals(List.of("bankroll-1"), names(memory));
            assertEquals(List.of(DirectoryLock.FILE), names(wanted));
        }
        assertEquals(List.of(), names(memory));
    }

    @Test
    void shouldRemoveWhatIsLeftBesideALivingNode() throws IOException {
        try (BufferDirectory living = BufferDirectory.take(wanted)) {
            leave(beside(1));
            leave(beside(2));

            try (BufferDirectory own = BufferDirectory.take(wanted)) {
                assertEquals(beside(1), own.path());
                assertEquals(wanted, living.path());
                assertEquals(List.of("bankroll-1", "bankroll-1-1"), names(memory));
            }
        }
    }

    @Test
    void shouldNotUseWhatOthersCanEnterNorFollowALink() throws IOException {
        Path open = own(wanted);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.createFile(open.resolve("of-another"));
        Path elsewhere = own(memory.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("kept"));
        Files.createSymbolicLink(beside(1), elsewhere);

        try (BufferDirectory own = BufferDirectory.take(wanted)) {
            assertEquals(beside(2), own.path());
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own.path())));
        }
        assertEquals(List.of("of-another"), names(open));
        assertEquals(List.of("kept"), names(elsewhere));
    }

    @Test
    void shouldNotUseAnotherUsersDirectory() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root");
        own(wanted);
        Files.setOwner(
                wanted, wanted.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        try (BufferDirectory own = BufferDirectory.take(wanted)) {
            assertEquals(beside(1), own.path());
        }
        assertTrue(Files.exists(wanted));
    }

    @Test
    void shouldSayWhatIsInTheWayWhereNoneIsFree() throws IOException {
        Files.createFile(wanted);
        for (int number = 1; number < 16; number++) {
            Files.createFile(beside(number));
        }

        ConditionException refused = assertThrows(ConditionException.class, () -> BufferDirectory.take(wanted));

        assertEquals(ExitCode.IO, refused.exitCode());
        assertTrue(refused.getMessage().contains("bankroll-1-15 is not this user's alone"), refused::getMessage);
        assertFalse(Files.exists(beside(16)));
    }
}

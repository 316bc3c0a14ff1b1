package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.FailurePolicy;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalStore;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Openings that fail: each names the directory, and none keeps the lock. */
class ChronicleJournalStoreTest {
    @TempDir
    Path temporary;

    private Path directory() {
        return temporary.resolve("journal");
    }

    private JournalContext context() {
        return new JournalContext()
                .directory(directory())
                .fileBytes(1 << 20)
                .maxFrameBytes(512 << 10)
                .lowWaterBytes(0);
    }

    private JournalStore open() {
        return ChronicleJournalStore.open(context());
    }

    @Test
    void shouldNameADirectoryThatIsAFileAndTheCure() throws IOException {
        Files.writeString(directory(), "no directory");

        JournalFailure failure = assertThrows(JournalFailure.class, this::open);

        assertTrue(failure.getMessage().contains(directory().toString()), failure.getMessage());
        assertTrue(failure.getMessage().contains("must be a directory that can be written"), failure.getMessage());
    }

    @Test
    void shouldRefuseOptionsOutOfBoundsBeforeItMakesAnything() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ChronicleJournalStore.open(context().maxFrameBytes(1 << 20)));

        assertFalse(Files.exists(directory()));
    }

    @Test
    void shouldGiveTheLockBackWhenTheJournalIsDamaged() throws IOException {
        try (JournalStore store = open()) {
            new FrameScript(sequence -> 100).append(store.journal(), 3);
        }
        Path file = file();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, new byte[bytes.length], StandardOpenOption.WRITE);
        for (int time = 0; time < 2; time++) {
            assertThrows(CorruptJournalException.class, this::open);
        }

        Files.write(file, bytes, StandardOpenOption.WRITE);
        try (JournalStore store = open()) {
            assertEquals(3, store.recovered().lastSequence());
        }
    }

    @Test
    void shouldTakeNothingMoreAndTellItsOwnerOnceAnAgentHasFailed() {
        Map<String, FailurePolicy> agents = new HashMap<>();
        List<Throwable> told = new ArrayList<>();
        JournalContext context = context().failureHandler(told::add).agentHost((agent, idle, failed) -> {
            agents.put(agent.roleName(), failed);
            return () -> {};
        });
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            Journal journal = store.journal();
            new FrameScript(sequence -> 100).append(journal, 1);

            agents.get("journal-keeper").onError(new IOException("input/output error"));

            assertThrows(JournalFailure.class, journal::force);
            assertEquals(1, told.size());
            assertTrue(told.get(0).getMessage().contains("input/output error"), told::toString);
        }
    }

    @Test
    void shouldSayThatItCanNotBeginAndGiveTheLockBack() throws IOException {
        Path obstacle = JournalFile.directory(directory(), 1);
        try (JournalStore store = open()) {
            Files.writeString(obstacle, "in the way");
            JournalFailure failure = assertThrows(JournalFailure.class, store::journal);
            assertTrue(failure.getMessage().contains("can't begin to write the journal in " + directory()));
        }
        Files.delete(obstacle);
        try (JournalStore store = open()) {
            store.journal();
        }
    }

    @Test
    void shouldBeginOnce() {
        try (JournalStore store = open()) {
            Journal journal = store.journal();
            assertSame(journal, store.journal());
        }
    }

    /** It is where a start finds a full disk that nothing must be made that takes the little there is. */
    @Test
    void shouldMakeNothingBeforeThereIsRoomForAFirstFileAndBeginOnceThereIs() throws Exception {
        RecordedDisk disk = new RecordedDisk(directory());
        Map<String, Agent> agents = new HashMap<>();
        JournalContext context = context().directory(disk.root()).agentHost((agent, idle, failed) -> {
            agents.put(agent.roleName(), agent);
            return () -> {};
        });
        long enough = ChronicleJournal.firstCapacity(context) + (2 << 20);
        disk.free(enough - 1);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            disk.events();

            Journal journal = store.journal();
            agents.get("journal-room").doWork();
            assertEquals(List.of(), disk.events());
            assertEquals(List.of("journal-room"), List.copyOf(agents.keySet()));
            assertFalse(journal.hasRoom(100));

            disk.free(enough);
            agents.get("journal-room").doWork();
            assertTrue(journal.hasRoom(100));
            disk.events();
            agents.get("journal-room").doWork();
            assertEquals(List.of(), disk.events(), "it has begun");
        }
    }

    @Test
    void shouldNoteWhatItFoundBeforeItBegins() throws IOException {
        try (JournalStore store = open()) {
            new FrameScript(sequence -> 100).append(store.journal(), 3);
        }
        Files.delete(directory().resolve(Manifest.FILE));

        open().close();

        assertEquals(3, Manifest.read(directory()).lastSequence());
    }

    /** Or the list would name files again that are gone. */
    @Test
    void shouldNoteWhatItFoundOnce() {
        for (int run = 0; run < 3; run++) {
            try (JournalStore store = open()) {
                new FrameScript(sequence -> 100)
                        .continueAfter(store.recovered())
                        .append(store.journal(), 3);
            }
        }
        try (JournalStore store = open()) {
            assertEquals(2, store.removeOlderThan(Long.MAX_VALUE, () -> Long.MAX_VALUE));

            store.journal();

            assertEquals(7, Manifest.read(directory()).firstSequence());
            assertEquals(7, store.firstSequence());
        }
    }

    private Path file() throws IOException {
        try (Stream<Path> all = Files.walk(directory())) {
            return all.filter(path -> path.toString().endsWith(JournalFile.SUFFIX))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

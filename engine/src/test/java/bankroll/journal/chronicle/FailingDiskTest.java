package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.FailurePolicy;
import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real journal on a disk that refuses, or that does not keep what was written. */
class FailingDiskTest {
    @TempDir
    Path directory;

    private final FrameScript script = FrameScript.small();
    private JournalContext context;
    private boolean broken;
    private int tries;
    private Runnable meanwhile = () -> {};

    @BeforeEach
    void setUp() {
        context = ChronicleJournalTest.smallFiles(directory);
    }

    @Test
    void shouldNeverTryAFailedForceAgainNorMarkWhatItDidNotForce() throws IOException {
        ChronicleJournal journal = open();
        script.append(journal, 10);
        journal.force();
        script.append(journal, 5);
        broken = true;

        JournalFailure refused = assertThrows(JournalFailure.class, journal::force);

        assertTrue(refused.getMessage().contains("up to 15"), refused::getMessage);
        assertEquals(1, tries);
        broken = false;
        int length = script.sealNext();
        assertThrows(JournalFailure.class, journal::force);
        assertThrows(JournalFailure.class, () -> journal.append(script.buffer(), 0, length, 16));
        journal.close();
        assertEquals(1, tries, "the close must not force either");
        assertEquals(10, journal.lastForced());
        assertEquals(10, ForcedMark.read(context.directory()).forced());
    }

    /** What follows from it says less. */
    @Test
    void shouldTellEveryLaterCallOfTheFirstFailure() throws IOException {
        ChronicleJournal journal = open();
        script.append(journal, 1);
        broken = true;
        Throwable first = assertThrows(JournalFailure.class, journal::force).getCause();

        journal.backgroundFailed(new IOException("of another thread"));

        assertEquals(first, assertThrows(JournalFailure.class, journal::force).getCause());
        journal.close();
    }

    @Test
    void shouldMarkWhatWasForcedAtOnce() throws IOException {
        try (ChronicleJournal journal = open()) {
            for (int force = 1; force <= 20; force++) {
                script.append(journal, 3);
                assertEquals(
                        force * 3L - 3, ForcedMark.read(context.directory()).forced());

                journal.force();

                assertEquals(force * 3L, ForcedMark.read(context.directory()).forced());
            }
        }
    }

    @Test
    void shouldNoteWhatWasAppendedAtOnce() throws IOException {
        try (ChronicleJournal journal = open()) {
            script.append(journal, 3);

            assertEquals(new ForcedMark.Reading(0, 3, "always"), ForcedMark.read(context.directory()));
        }
    }

    /** What comes while the disk works on a force is not on the disk because of it. */
    @Test
    void shouldPromiseOnlyWhatWasAppendedBeforeTheForceBegan() throws IOException {
        try (ChronicleJournal journal = open()) {
            script.append(journal, 10);
            meanwhile = () -> script.append(journal, 5);

            assertEquals(10, journal.force());

            assertEquals(10, journal.lastForced());
            assertEquals(15, journal.lastAppended());
            assertEquals(10, ForcedMark.read(context.directory()).forced());
            assertEquals(15, journal.force());
        }
    }

    /** A file that may not be on the disk is not said to be closed: the next start looks at it. */
    @Test
    void shouldCloseNoFileInTheManifestAfterAFailure() throws IOException {
        ChronicleJournal journal = open();
        script.append(journal, 10);
        journal.force();
        broken = true;
        script.append(journal, 1);
        assertThrows(JournalFailure.class, journal::force);

        journal.close();

        Manifest manifest = Manifest.read(context.directory());
        assertEquals(List.of(), manifest == null ? List.of() : manifest.closed());
    }

    /** The bytes that are read back are not those that were appended, as on a full disk under JDK 17. */
    @Test
    void shouldNotAcknowledgeWhatIsNotInTheFile() {
        UnsafeBuffer changing = new UnsafeBuffer(ByteBuffer.allocateDirect(1 << 10)) {
            @Override
            public byte getByte(int index) {
                return (byte) (super.getByte(index) + 1);
            }
        };
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            int length = script.sealNext();
            changing.putBytes(0, script.buffer(), 0, length);

            JournalFailure failure =
                    assertThrows(JournalFailure.class, () -> store.journal().append(changing, 0, length, 1));

            assertTrue(failure.getMessage().contains("is not in the file"), failure::getMessage);
            assertEquals(0, store.journal().lastAppended());
            assertEquals(Frame.MAGIC, changing.getInt(0));
        }
    }

    /** What Chronicle has room for and never got must not look like a frame to the next start. */
    @Test
    void shouldPublishNothingOfAFrameThatCouldNotBeCopied() throws IOException {
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            script.append(store.journal(), 3);
            int length = script.sealNext();
            UnsafeBuffer tooShort = new UnsafeBuffer(script.buffer(), 0, length - 8);

            assertThrows(JournalFailure.class, () -> store.journal().append(tooShort, 0, length, 4));
        }
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            assertEquals(3, store.recovered().lastSequence());
            assertEquals(List.of(), store.recovered().warnings());
        }
    }

    @Test
    void shouldTakeNothingOnAFullDiskAndBeginOnceThereIsRoom() throws Exception {
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            script.append(store.journal(), 3);
        }
        RecordedDisk disk = new RecordedDisk(context.directory());
        Map<String, Agent> agents = new HashMap<>();
        context.directory(disk.root()).agentHost((agent, idle, failed) -> {
            agents.put(agent.roleName(), agent);
            return () -> {};
        });
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            disk.fill();
            Journal journal = store.journal();
            int length = script.sealNext();
            assertFalse(journal.hasRoom(length));
            assertEquals(
                    "the journal has not begun: hasRoom() said so",
                    assertThrows(IllegalStateException.class, () -> journal.append(script.buffer(), 0, length, 4))
                            .getMessage());
            assertEquals(List.of(3L, 3L, 3L), List.of(journal.force(), journal.lastForced(), journal.lastAppended()));

            disk.makeRoom();
            agents.get("journal-room").doWork();

            assertTrue(journal.hasRoom(length));
            journal.append(script.buffer(), 0, length, 4);
            assertEquals(4, journal.force());
        }
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            assertEquals(4, store.recovered().lastSequence());
        }
    }

    @Test
    void shouldTellItsOwnerTheBareCauseWhenAnAgentFailsBeforeItBegins() {
        RecordedDisk disk = new RecordedDisk(context.directory());
        List<Throwable> told = new ArrayList<>();
        Map<String, FailurePolicy> agents = new HashMap<>();
        context.directory(disk.root()).failureHandler(told::add).agentHost((agent, idle, failed) -> {
            agents.put(agent.roleName(), failed);
            return () -> {};
        });
        IOException cause = new IOException("input/output error");
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            disk.fill();
            Journal journal = store.journal();

            agents.get("journal-room").onError(cause);

            assertEquals(List.of(cause), told);
            assertEquals(0, journal.force(), "it promised nothing, and nothing is refused");
        }
    }

    @Test
    void shouldCloseWithoutAFileWhereItNeverBegan() {
        RecordedDisk disk = new RecordedDisk(context.directory());
        List<String> ended = new ArrayList<>();
        context.directory(disk.root()).agentHost((agent, idle, failed) -> () -> ended.add(agent.roleName()));
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            disk.fill();
            store.journal();
        }
        assertEquals(List.of("journal-room"), ended);
        disk.makeRoom();
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            assertEquals(RecoveredJournal.EMPTY, store.recovered());
        }
    }

    private ChronicleJournal open() throws IOException {
        Path journal = context.conclude().directory();
        Path run = JournalFile.directory(journal, 1);
        DurableFiles.createDirectories(run);
        ForcedMark mark = ForcedMark.create(journal, 0, SyncPolicy.ALWAYS);
        JournalBooks books = new JournalBooks(journal, Manifest.EMPTY);
        ChronicleJournal.Parts parts = new ChronicleJournal.Parts(
                new ChronicleWriter(run, context),
                mark,
                new FileForcer(file -> new Barrier()),
                new FileKeeper(context, books, mark, failure -> {}),
                new JournalRoom(context, failure -> {}));
        ChronicleJournal opened = new ChronicleJournal(context, 0);
        opened.begin(parts, JournalFile.of(journal, 1, 1));
        return opened;
    }

    private final class Barrier implements FileForcer.Barrier {
        @Override
        public void force(boolean withSize) throws IOException {
            meanwhile.run();
            meanwhile = () -> {};
            if (broken) {
                tries++;
                throw new IOException("input/output error");
            }
        }

        @Override
        public void forceCreation() throws IOException {
            force(true);
        }

        @Override
        public void close() {}
    }
}

package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.DirectoryLock.DirectoryLockedException;
import bankroll.journal.reading.JournalDirectory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal between processes: one writes, it may be killed, others read along or are refused. */
class ProcessTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 2);
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @TempDir
    Path directory;

    private final FrameScript script = FrameScript.mixed();

    @Test
    void shouldLoseNothingThatAKilledProcessHadAppended() throws Exception {
        System.out.println("killed processes: -Dseed=" + SEED);
        Random random = new Random(SEED);
        long acknowledged = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try (AppendingChild child = AppendingChild.start(directory, List.of())) {
                long known = child.awaitSequence(acknowledged + 1 + random.nextInt(3_000));
                assertTrue(known > 0, "the child ended by itself");
                acknowledged = child.kill(known);
            }
            try (JournalStore store = ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory));
                    JournalReader reader = store.reader(1)) {
                List<Long> read = script.readAll(reader);

                assertTrue(read.size() >= acknowledged, read.size() + " of " + acknowledged);
                assertEquals(LongStream.rangeClosed(1, read.size()).boxed().toList(), read);
                acknowledged = read.size();
            }
        }
    }

    @Test
    void shouldRefuseASecondProcessWithThePidOfTheFirstAndLetItReadAlong() throws Exception {
        Path journal = directory.resolve("journal");
        try (AppendingChild child = AppendingChild.start(directory, List.of())) {
            child.awaitSequence(1);

            DirectoryLockedException refused = assertThrows(
                    DirectoryLockedException.class,
                    () -> ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory)));

            assertTrue(refused.getMessage().contains(" by process " + child.pid() + ";"), refused.getMessage());
            readAlong(child, journal);
        }
    }

    private void readAlong(AppendingChild child, Path journal) throws Exception {
        try (JournalReader reader = new JournalDirectory(journal).reader(1)) {
            for (long sequence = 500; sequence <= 2_000; sequence += 500) {
                long acknowledged = child.awaitSequence(sequence);
                while (reader.sequence() < acknowledged) {
                    if (reader.next()) {
                        assertTrue(script.isFrame(reader.buffer(), reader.offset(), reader.length()));
                    }
                }
            }
        }
    }

    /** As in a container, where every process is number 1: the dead one's pid in the lock is that of the living. */
    @Test
    void shouldStartWhereADeadProcessLeftItsLocksEvenUnderTheSamePid() throws Exception {
        Path journal = directory.resolve("journal");
        try (AppendingChild child = AppendingChild.start(directory, List.of())) {
            child.awaitSequence(100);
            child.kill(100);
        }
        Files.writeString(
                journal.resolve(DirectoryLock.FILE), ProcessHandle.current().pid() + "\n");
        holdChroniclesLock(journal.resolve("00000001/metadata.cq4t"));

        try (JournalStore store = ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory))) {
            script.continueAfter(store.recovered()).append(store.journal(), 10);

            assertEquals(store.recovered().lastSequence() + 10, store.journal().force());
        }
    }

    /** Chronicle's lock is the holder's pid in its table; this process is the holder that it will find alive. */
    private static void holdChroniclesLock(Path table) throws Exception {
        byte[] bytes = Files.readAllBytes(table);
        String name = "chronicle.write.lock";
        int key = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(name);
        assertTrue(key > 0, "the table of the dead run has a lock");
        ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = (key + name.length() + 8) & -8;
        value.putLong(at, ProcessHandle.current().pid());
        Files.write(table, bytes);
    }

    @Test
    void shouldRefuseASecondOpeningInTheSameProcess() {
        try (JournalStore store = ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory))) {
            DirectoryLockedException refused = assertThrows(
                    DirectoryLockedException.class,
                    () -> ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory)));

            String holder = " by process " + ProcessHandle.current().pid() + ";";
            assertTrue(refused.getMessage().contains(holder), refused.getMessage());
            assertEquals(0, store.recovered().lastSequence());
        }
        ChronicleJournalStore.open(ChronicleJournalTest.smallFiles(directory)).close();
    }
}

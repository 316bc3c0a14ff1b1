package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.testkit.HeldDescriptors;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal file is full, and no descriptor is left: in a process of its own, which may have 256. */
class DescriptorsTest {
    private static final Path SHELL = Path.of("/bin/sh");

    @Test
    void shouldRefuseAndGoOnWhenNoDescriptorIsLeftForTheNextFile(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(SHELL), SHELL + " limits a process's descriptors");
        Process process = new ProcessBuilder(
                        SHELL.toString(),
                        "-c",
                        "ulimit -n 256; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + System.getProperty("bankroll.jvm.options"),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DescriptorsTest.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), told);
        assertEquals("refused, told, went on", told.lines().reduce("", (before, line) -> line), told);
    }

    @Test
    void shouldLookForAsManyAsANewFileTakesAndGiveThemBack(@TempDir Path directory) throws IOException {
        HeldDescriptors.assumeTold();
        RecordedDisk disk = new RecordedDisk(directory);

        disk.leaveDescriptors(Descriptors.FOR_A_FILE);
        assertTrue(Descriptors.areLeft(disk.root()));
        disk.leaveDescriptors(Descriptors.FOR_A_FILE - 1);
        assertFalse(Descriptors.areLeft(disk.root()));

        assertEquals(0, HeldDescriptors.below(directory));
    }

    /** What the process does: its exit code is 74 when the journal failed. */
    public static void main(String[] arguments) throws IOException {
        Degradation degradation = new Degradation(System::currentTimeMillis);
        JournalContext context = ChronicleJournalTest.smallFiles(Path.of(arguments[0]))
                .diskPollMs(10)
                .degradation(degradation)
                .failureHandler(DescriptorsTest::end);
        FrameScript script = FrameScript.small();
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context)) {
            Journal journal = store.journal();
            // every class that is needed is loaded once before there is no descriptor to load it with
            degradation.begin(Part.DISK, "a rehearsal");
            degradation.end(Part.DISK, "a rehearsal");
            await(() -> !degradation.isOf(Part.DISK) && degradation.entries().isEmpty());
            script.append(journal, 3_000);
            journal.force();
            await(() -> ((JournalRoom) store.disk()).isNextFileReady());
            Descriptors.areLeft(Path.of(arguments[0]));
            List<FileChannel> taken = takeAll(Path.of(arguments[0]));
            Descriptors.areLeft(Path.of(arguments[0]));
            while (journal.hasRoom(1_000)) {
                script.append(journal, 1);
                journal.force();
            }
            await(() -> degradation.isOf(Part.DISK));
            for (FileChannel channel : taken) {
                channel.close();
            }
            script.append(journal, 3_000);
            journal.force();
            await(() -> !degradation.isOf(Part.DISK));
        } catch (RuntimeException | Error e) {
            end(e);
        }
        System.out.println("refused, told, went on");
    }

    private static List<FileChannel> takeAll(Path directory) {
        List<FileChannel> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(FileChannel.open(directory));
            }
        } catch (IOException e) {
            return taken;
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + 180_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("nothing came within 3 min");
            }
            Thread.onSpinWait();
        }
    }

    private static void end(Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(74);
    }
}

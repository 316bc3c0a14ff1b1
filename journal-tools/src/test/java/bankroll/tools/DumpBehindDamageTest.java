package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part of a journal is asked for that begins behind what can be read. */
class DumpBehindDamageTest {
    private static final int ENTRIES = 40;

    @TempDir
    Path temporary;

    private Path data;
    private Path killed;

    @BeforeEach
    void makeAJournal() throws IOException {
        data = temporary.resolve("data");
        killed = temporary.resolve("killed");
        try (JournalScript script = new JournalScript(data)) {
            for (int i = 2; i <= ENTRIES; i++) {
                script.open("player-" + i);
            }
            script.force();
            FrameSurgery.copy(data, killed);
        }
    }

    @Test
    void shouldNameTheHeaderThatCanNotBeRead() {
        FrameSurgery.frame(killed, 20).flip(-1);

        assertDamageAt(20, journal("dump", killed, "--from-sequence", 30, "--quiet"));
        assertDamageAt(20, journal("dump", killed, "--from-sequence", 30, "--follow", "--quiet"));
        assertDamageAt(20, journal("dump", killed, "--from-sequence", 30, "--to-sequence", 35, "--quiet"));
    }

    @Test
    void shouldNameWhereAClosedFileIsCutOff() throws IOException {
        FrameSurgery cut = FrameSurgery.frame(data, 20);
        try (RandomAccessFile file = new RandomAccessFile(cut.file().toFile(), "rw")) {
            file.setLength(cut.position() + cut.length() / 2 & -8);
        }

        assertDamageAt(20, journal("dump", data, "--from-sequence", 30, "--quiet"));
    }

    @Test
    void shouldPrintNothingBehindTheEndOfAGoodJournal() {
        Called dumped = journal("dump", data, "--from-sequence", ENTRIES + 10, "--quiet");

        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertEquals("", dumped.out());
    }

    @Test
    void shouldWaitForAnEntryThatIsNotThereYet() throws Exception {
        try (JournalScript script = new JournalScript(data)) {
            long last = script.sequence();
            LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
            CompletableFuture<Integer> dump = CompletableFuture.supplyAsync(() -> JournalTool.run(
                    new LineQueue(lines),
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                    "dump",
                    data.toString(),
                    "--follow",
                    "--from-sequence",
                    Long.toString(last + 3),
                    "--limit",
                    "1"));
            script.open("one").open("two").open("three").open("four");

            String line = lines.take();
            assertTrue(line.startsWith("#" + (last + 3) + ".0 "), line);
            assertTrue(line.contains("player_id=three"), line);
            assertEquals(ExitCode.OK, dump.get());
        }
    }

    private static void assertDamageAt(long sequence, Called dumped) {
        assertEquals(ExitCode.WRONG, dumped.exitCode(), dumped::toString);
        assertEquals("", dumped.out());
        assertTrue(dumped.err().contains("where sequence " + sequence + " must stand"), dumped::err);
    }
}

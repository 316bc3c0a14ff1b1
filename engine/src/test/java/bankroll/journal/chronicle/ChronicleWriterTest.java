package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.journal.JournalContext;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the writer itself sees to, before a frame stands in a file of Chronicle's. */
class ChronicleWriterTest {
    private static final Path MAPPINGS = Path.of("/proc/self/smaps");

    @TempDir
    private Path directory;

    private ChronicleWriter writer;
    private JournalFile file;

    @BeforeEach
    void open() throws IOException {
        JournalContext context = ChronicleJournalTest.smallFiles(directory).conclude();
        file = JournalFile.of(context.directory(), 1, 1);
        DurableFiles.createDirectories(file.path().getParent());
        writer = new ChronicleWriter(file.path().getParent(), context);
        writer.roll(file);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void shouldPutNothingWhereChronicleHasNoRoom() {
        UnsafeBuffer frame = new UnsafeBuffer(new byte[4 << 20]);

        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> writer.append(frame, 0, frame.capacity()));

        String message = refused.getMessage();
        assertEquals("Chronicle has room for ", message.substring(0, 23), message);
        assertEquals(" of 4194304 bytes", message.substring(message.indexOf(" of ")), message);
    }

    /** Else the first touch of a page fills megabytes around it with zeros, in the middle of an append. */
    @Test
    void shouldTellTheSystemNotToReadTheFileAhead() throws IOException {
        assumeTrue(Files.isReadable(MAPPINGS), MAPPINGS + " is Linux's");
        writer.append(new UnsafeBuffer(new byte[100]), 0, 100);

        List<String> flags = flagsOf(file.path().toRealPath());

        assumeTrue(!flags.isEmpty(), "this system doesn't tell what it knows of a mapping");
        assertEquals(1, flags.stream().filter(each -> each.contains(" rr ")).count(), flags::toString);
    }

    /** Of each mapping of this file. */
    private static List<String> flagsOf(Path file) throws IOException {
        List<String> flags = new ArrayList<>();
        boolean isOfFile = false;
        for (String line : Files.readAllLines(MAPPINGS)) {
            if (line.startsWith("VmFlags:")) {
                if (isOfFile) {
                    flags.add(line + " ");
                }
                isOfFile = false;
            } else if (line.endsWith(file.toString())) {
                isOfFile = true;
            }
        }
        return flags;
    }
}

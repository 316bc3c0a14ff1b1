package bankroll.gateway.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a bundle has of the machine: the end of a log, however long that is, and the names in the data directory. */
@Timeout(60)
class BundlePartsTest {
    private static final int MOST = 8 << 20;

    @TempDir
    Path directory;

    @Test
    void shouldKeepTheLastBytesOfALongOutput() throws Exception {
        String end = printed("head -c 20000000 /dev/zero | tr '\\0' x; echo last");

        assertEquals(MOST, end.length());
        assertTrue(end.endsWith("xlast\n"), () -> end.substring(end.length() - 10));
    }

    @Test
    void shouldKeepAllOfAShortOne() throws Exception {
        assertEquals("first\nlast\n", printed("echo first; echo last; echo an error >&2"));
    }

    @Test
    void shouldKeepAllOfOneThatJustFits() throws Exception {
        assertEquals("x".repeat(MOST), printed("head -c " + MOST + " /dev/zero | tr '\\0' x"));
    }

    @Test
    void shouldTakeNothingFromAProgramThatFails() throws Exception {
        assertEquals("", printed("echo half; exit 1"));
    }

    @Test
    void shouldNameWhatIsInTheDataDirectoryAlsoBehindALink() throws Exception {
        Files.createFile(Files.createDirectory(directory.resolve("data")).resolve("inside"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("data"));

        assertTrue(SupportBundle.listing(link).endsWith(" inside\n"), SupportBundle.listing(link));
    }

    @Test
    void shouldNameWhatIsInAJournalOnAnotherDisk() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.createFile(Files.createDirectory(directory.resolve("disk")).resolve("inside"));
        Files.createSymbolicLink(data.resolve("journal"), directory.resolve("disk"));
        Files.createSymbolicLink(data.resolve("back"), data);

        assertTrue(SupportBundle.listing(data).endsWith(" journal/inside\n"), SupportBundle.listing(data));
    }

    private static String printed(String script) throws Exception {
        return SupportBundle.endOfOutput(List.of("sh", "-c", script));
    }
}

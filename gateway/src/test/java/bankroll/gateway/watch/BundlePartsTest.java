package bankroll.gateway.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.watch.Patience.NoAnswerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bundle has of the machine: the end of a log, however long that is, and the names in the data directory. */
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

    @Test
    void shouldLeaveNothingWhenItIsBrokenOff() throws Exception {
        Configuration configuration = ConfigurationLoader.load(
                new ConfigurationSources(List.of(), Map.of(), Optional.empty(), AddedParties.NONE));
        try (SupportBundle bundle =
                SupportBundle.create(directory.resolve("bundle.zip"), configuration, Map.of(), List.of())) {
            bundle.add("first.txt", () -> "the disk is full behind this");
        }

        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }

    /** As journalctl on a disk that hangs: it prints nothing and doesn't end. */
    @Test
    void shouldGiveAProgramUpThatHangs() {
        IOException given = assertThrows(
                NoAnswerException.class, () -> SupportBundle.endOfOutput(List.of("cat"), new Patience(50)));

        assertTrue(given.getMessage().startsWith("cat has not answered within"), given::getMessage);
    }

    private static String printed(String script) throws Exception {
        return SupportBundle.endOfOutput(List.of("sh", "-c", script), Patience.OF_A_PERSON);
    }
}

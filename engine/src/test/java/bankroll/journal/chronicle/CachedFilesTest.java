package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.PageCache;
import bankroll.testkit.CachedPages;
import bankroll.testkit.Eventually;
import bankroll.testkit.Mappings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which full journal files the system is told to forget. */
class CachedFilesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<Path> forgotten = new ArrayList<>();

    @TempDir
    Path directory;

    @Test
    void shouldForgetTheOldestOnceTheNewestFillTheBound() {
        CachedFiles cached = new CachedFiles(300, forgotten::add);
        closeFilesOf(cached, 100, 100, 100);
        cached.forgetOld();
        assertEquals(List.of(), forgotten);

        cached.closed(file(3, 150));
        cached.forgetOld();
        assertEquals(List.of(file(0, 0).file().path(), file(1, 0).file().path()), forgotten);
    }

    @Test
    void shouldKeepTheNewestHoweverLargeItIs() {
        CachedFiles cached = new CachedFiles(1, forgotten::add);
        closeFilesOf(cached, 100, 100);
        cached.forgetOld();
        assertEquals(List.of(file(0, 0).file().path()), forgotten);
    }

    @Test
    void shouldForgetNothingWhereAllOfItIsLeftToTheSystem() {
        CachedFiles cached = new CachedFiles(0, forgotten::add);
        closeFilesOf(cached, 1L << 40, 1L << 40, 1L << 40);
        cached.forgetOld();
        assertEquals(List.of(), forgotten);
    }

    @Test
    void shouldTellTheSystem() throws Exception {
        int length = (16 << 20) + 5;
        Path file = Files.write(directory.resolve("file"), new byte[length]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        CachedPages.require(directory);
        assertTrue(CachedPages.bytes(file) >= length);

        PageCache.forget(file);
        assertEquals(0, CachedPages.bytes(file));
    }

    @Test
    void shouldBeSilentAboutAFileThatIsGone() {
        PageCache.forget(directory.resolve("none"));
        assertEquals(List.of(), forgotten);
    }

    @Test
    void shouldForgetFilesThatAJournalHasFilledAndReadThemAllTheSame() throws Exception {
        CachedPages.require(directory);
        JournalContext context = ChronicleJournalTest.smallFiles(directory).cachedBytes(1);
        FrameScript script = FrameScript.small();
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context)) {
            for (int frames = 0; frames < 5_000; frames += 100) {
                script.append(store.journal(), 100);
                awaitUnmapped(JournalFile.all(context.directory()));
            }
            store.journal().force();
            Eventually.within(LIMIT, "half of it is forgotten", () -> isHalfForgotten(context.directory()));
        }
        try (JournalReader reader = ChronicleJournalStore.open(context).reader(1)) {
            assertEquals(5_000, script.readAll(reader).size());
        }
    }

    /** The system keeps what a process has mapped, and Chronicle gives a full file back a little later. */
    private static void awaitUnmapped(List<JournalFile> files) {
        if (files.size() > 1) {
            Path full = files.get(files.size() - 2).path();
            Eventually.within(LIMIT, full + " is mapped no more", () -> !isMapped(full));
        }
    }

    private static boolean isMapped(Path file) {
        try {
            return !Mappings.of(file, "Rss:").isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isHalfForgotten(Path journal) {
        long written = 0;
        long cached = 0;
        try {
            for (JournalFile file : JournalFile.all(journal)) {
                written += Files.size(file.path());
                cached += CachedPages.bytes(file.path());
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        return cached < written / 2;
    }

    private void closeFilesOf(CachedFiles cached, long... bytes) {
        for (int number = 0; number < bytes.length; number++) {
            cached.closed(file(number, bytes[number]));
        }
    }

    private ClosedFile file(int number, long bytes) {
        return new ClosedFile(JournalFile.of(directory, 1, number + 1), 1, 1, 0, 0, 0, bytes, 0, 0);
    }
}

package bankroll.tools.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.source.BackupManifest.BackupFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files are put together. */
class BackupMergeTest {
    private static final long FULL = 1 << 16;
    private static final int CLASSES = 17;

    private static List<BackupFile> files(long... bytes) {
        List<BackupFile> files = new ArrayList<>();
        for (long size : bytes) {
            files.add(new BackupFile("f" + files.size(), files.size(), files.size(), 0, 0, size, 0));
        }
        return files;
    }

    private static List<Long> due(long... bytes) {
        return BackupMerge.due(files(bytes), FULL).stream()
                .map(BackupFile::bytes)
                .toList();
    }

    @Test
    void shouldPutTogetherWhatIsOfTheSameSizeClass() {
        assertEquals(List.of(1023L, 512L), due(1023, 512));
        assertEquals(List.of(), due(1024, 1023));
        assertEquals(List.of(), due(4096, 2048, 1024));
        assertEquals(List.of(), due(300));
        assertEquals(List.of(), due());
    }

    /** 300 and 260 are of the class of 600. */
    @Test
    void shouldGoOnWithWhatIsOfTheClassOfTheSum() {
        assertEquals(List.of(600L, 300L, 260L), due(9_000, 600, 300, 260));
        assertEquals(List.of(), due(600, 300, 200));
    }

    @Test
    void shouldRewriteNoFullFile() {
        assertEquals(List.of(), due(FULL, FULL));
        assertEquals(List.of(), due(100, FULL));
        assertEquals(List.of(FULL - 1, FULL - 1), due(FULL - 1, FULL - 1, FULL - 1));
    }

    /** As in a backup in which nothing was put together for long: one part of it in each run, the newest first. */
    @Test
    void shouldComeToOlderFilesWhenTheNewestAreDone() {
        assertEquals(List.of(300L, 300L), due(300, 300, FULL, 200, 100));
        assertEquals(List.of(200L, 200L), due(300, 300, FULL, 200, 200));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void shouldLeaveFewFilesAndRewriteEachByteAFewTimes(int seed) {
        Random random = new Random(seed);
        List<Long> sizes = new ArrayList<>();
        long written = 0;
        long rewritten = 0;
        for (int run = 0; run < 5_000; run++) {
            long fresh = seed % 2 == 0 ? 200 + random.nextInt(4_000) : 200L + 5_000 - run;
            written += fresh;
            sizes.add(fresh);
            List<Long> due = due(sizes.stream().mapToLong(size -> size).toArray());
            long sum = due.stream().mapToLong(size -> size).sum();
            rewritten += sum;
            assertTrue(sum < 2 * FULL, "seed " + seed + ": " + due);
            if (!due.isEmpty()) {
                sizes.subList(sizes.size() - due.size(), sizes.size()).clear();
                sizes.add(sum);
            }
            long small = sizes.stream().filter(size -> size < FULL).count();
            assertTrue(small <= CLASSES, "seed " + seed + ": " + sizes);
            assertTrue(sizes.size() <= CLASSES + written / FULL, "seed " + seed + ": " + sizes);
        }
        assertTrue(rewritten <= CLASSES * written, "seed " + seed + ": " + rewritten + " of " + written);
    }
}

package bankroll.tools.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupFile;
import bankroll.tools.source.BackupManifest.BackupStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupCheckTest {
    private static final Tasks UNSHOWN = (task, unit, total) -> Progress.none();
    private static final int FILES = 5;

    @TempDir
    Path directory;

    private BackupManifest manifest() throws IOException {
        return manifest(FILES);
    }

    private BackupManifest manifest(int count) throws IOException {
        List<BackupFile> files = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            byte[] bytes = {1, 2, (byte) i};
            Files.write(file(i), bytes);
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            files.add(new BackupFile("f" + i, i, i, 0, 0, bytes.length, (int) crc.getValue()));
        }
        BackupManifest manifest =
                new BackupManifest(null, BackupStart.WHOLE, files, 0, new ChainHead(count, new byte[32]), 0);
        manifest.save(directory);
        return manifest;
    }

    private Path file(int number) {
        return directory.resolve("f" + number);
    }

    @Test
    void shouldReadEveryFileOnceInAWhile() throws IOException {
        BackupManifest manifest = manifest();
        for (int damaged = 1; damaged <= FILES; damaged++) {
            byte[] good = Files.readAllBytes(file(damaged));
            Files.write(file(damaged), new byte[] {1, 2, 99});
            int runs = runsUntilNoticed(manifest, new Random(damaged));
            assertTrue(runs <= 10 * FILES, "file " + damaged + " was noticed after " + runs + " runs");
            assertTrue(damaged < FILES || runs == 1, "the newest file is read every time");
            Files.write(file(damaged), good);
        }
    }

    @Test
    void shouldReadTheNewestAndAnotherInEachRun() throws IOException {
        BackupManifest manifest = manifest();
        for (int other = 1; other < FILES; other++) {
            Files.write(file(other), new byte[] {1, 2, 99});
        }
        for (int seed = 0; seed < 100; seed++) {
            assertEquals(1, runsUntilNoticed(manifest, new Random(seed)), "seed " + seed);
        }
    }

    @Test
    void shouldReadTheOnlyFileOnce() throws IOException {
        BackupManifest only = manifest(1);
        List<Long> read = new ArrayList<>();

        new BackupCheck(directory, only).sample(new Random(1), (task, unit, total) -> {
            read.add(total);
            return Progress.none();
        });

        assertEquals(List.of(3L), read);
    }

    private int runsUntilNoticed(BackupManifest manifest, Random random) throws IOException {
        for (int run = 1; run < 1_000; run++) {
            try {
                new BackupCheck(directory, manifest).sample(random, UNSHOWN);
            } catch (ConditionException e) {
                return run;
            }
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void shouldReadNothingWhereASizeTellsIt() throws IOException {
        BackupManifest manifest = manifest();
        Files.write(file(1), new byte[] {1, 2, 99});
        Files.write(file(2), new byte[2]);
        Files.delete(file(4));

        ConditionException refused =
                assertThrows(ConditionException.class, () -> new BackupCheck(directory, manifest).all(UNSHOWN));

        assertEquals(
                "the backup " + directory
                        + " is not whole: f2 (entries 2 to 2) has 2 bytes instead of 3; f4 (entries 4 to 4)"
                        + " is missing; use another copy of the backup, or begin a new one in another directory",
                refused.getMessage());
    }
}

package bankroll.tools.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.console.Progress;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileChecksumsTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadManyFilesThroughTheSameMemory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "123456789");
        FileChecksums checksums = new FileChecksums(Progress.none());
        assertEquals(0xe3069283, checksums.of(file));
        long before = direct();

        for (int i = 0; i < 40; i++) {
            assertEquals(0xe3069283, checksums.of(file));
        }

        assertTrue(direct() < before + (10 << 20), () -> before + " : " + direct());
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}

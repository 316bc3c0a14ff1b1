package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a journal has its next file from; how its zeros are forced is {@link BarrierOrderTest}'s. */
class BlockReserveTest {
    private static final int CHUNK = 16 << 10;

    @TempDir
    Path directory;

    /** How many bytes of zeros were enough, and how often that was asked. */
    private final class Enough implements BlockReserve.Demand {
        private final long enough;
        private int asked;
        private boolean isOver;

        private Enough(long enough) {
            this.enough = enough;
        }

        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public boolean isMet(long bytes) {
            asked++;
            return bytes >= enough;
        }
    }

    @Test
    void shouldAllocateBlocksWithoutWritingThemWhereZerosAreNotAskedFor() throws IOException {
        Enough demand = new Enough(0);

        assertEquals(1 << 20, BlockReserve.allocate(file(), 1 << 20, false, demand));

        assertEquals(0, demand.asked, "zeros were written");
        assertEquals(List.of(1L << 20), sizes());
    }

    @Test
    void shouldWriteZerosWhereTheFileSystemCanNotAllocateSoMuch() throws IOException {
        assertEquals(2 * CHUNK, BlockReserve.allocate(file(), 1L << 60, false, new Enough(2 * CHUNK)));

        assertEquals(List.of(2L * CHUNK), sizes());
    }

    @Test
    void shouldEndWhereTheWriterWaitsForIt() throws IOException {
        assertEquals(CHUNK, BlockReserve.allocate(file(), 1 << 20, true, new Enough(CHUNK)));

        assertEquals(List.of((long) CHUNK), sizes());
    }

    @Test
    void shouldLeaveNothingWhereItIsOverMeanwhile() throws IOException {
        Enough demand = new Enough(Long.MAX_VALUE);
        demand.isOver = true;

        assertEquals(0, BlockReserve.allocate(file(), 1 << 20, false, demand));

        assertEquals(List.of(), sizes());
    }

    private JournalFile file() throws IOException {
        JournalFile file = JournalFile.of(directory, 1, 1);
        Files.createDirectories(file.path().getParent());
        return file;
    }

    private List<Long> sizes() throws IOException {
        try (Stream<Path> files = Files.list(file().path().getParent())) {
            return files.map(path -> path.toFile().length()).toList();
        }
    }
}

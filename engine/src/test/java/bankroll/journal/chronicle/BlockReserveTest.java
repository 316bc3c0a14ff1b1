package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    private static final int ALWAYS = Integer.MAX_VALUE;

    @TempDir
    Path directory;

    /** Wanted until it was asked so often, or until so many bytes of zeros are there. */
    private static final class Enough implements BlockReserve.Demand {
        private final int mostTurns;
        private final long enough;
        private int turns;
        private int asked;

        private Enough(int mostTurns, long enough) {
            this.mostTurns = mostTurns;
            this.enough = enough;
        }

        @Override
        public boolean isOver() {
            return ++turns > mostTurns;
        }

        @Override
        public boolean isMet(long bytes) {
            asked++;
            return bytes >= enough;
        }
    }

    @Test
    void shouldAllocateBlocksWithoutWritingThemWhereZerosAreNotAskedFor() throws IOException {
        Enough demand = new Enough(ALWAYS, 0);

        assertEquals(1 << 20, BlockReserve.allocate(file(), 1 << 20, false, demand));

        assertEquals(0, demand.asked, "zeros were written");
        assertEquals(List.of(1L << 20), sizes());
    }

    @Test
    void shouldWriteZerosWhereTheFileSystemCanNotAllocateSoMuch() throws IOException {
        assertEquals(2 * CHUNK, BlockReserve.allocate(file(), 1L << 60, false, new Enough(ALWAYS, 2 * CHUNK)));

        assertEquals(List.of(2L * CHUNK), sizes());
    }

    @Test
    void shouldEndWhereTheWriterWaitsForIt() throws IOException {
        assertEquals(CHUNK, BlockReserve.allocate(file(), 1 << 20, true, new Enough(ALWAYS, CHUNK)));

        assertEquals(List.of((long) CHUNK), sizes());
    }

    @Test
    void shouldLeaveNothingOfAReserveThatIsAbandoned() throws IOException {
        Enough demand = new Enough(3, Long.MAX_VALUE);

        assertEquals(0, BlockReserve.allocate(file(), 1 << 30, true, demand));

        assertEquals(List.of(), sizes());
        assertTrue(demand.turns < 10, "went on");
    }

    @Test
    void shouldLeaveNothingOfBlocksThatNobodyWantsAnyMore() throws IOException {
        assertEquals(0, BlockReserve.allocate(file(), 1 << 20, false, new Enough(0, Long.MAX_VALUE)));

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

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the log's files the system is told to forget: terms of 64 KiB, of which two stay in memory. */
class LogPagesTest {
    private static final int TERM = 64 << 10;
    private static final Path DATA = Path.of("data");

    private final List<String> forgotten = new ArrayList<>();
    private final LogRetention.Pages pages = new LogRetention.Pages(
            new ClusterContext().dataDirectory(DATA).termBytes(TERM).cachedBytes(2 * TERM),
            file -> forgotten.add(
                    DATA.resolve("cluster/archive").relativize(file).toString()));

    @Test
    void shouldForgetAFileOnceSoMuchIsBehindIt() {
        pages.recorded(7, 0, 3 * TERM - 32);
        assertEquals(List.of(), forgotten);

        pages.recorded(7, 0, 3 * TERM);
        assertEquals(List.of("7-0.rec"), forgotten);
    }

    @Test
    void shouldForgetEachFileOnce() {
        pages.recorded(7, 0, 4 * TERM);
        pages.recorded(7, 0, 4 * TERM + 32);
        pages.recorded(7, 0, 5 * TERM);
        assertEquals(List.of("7-0.rec", "7-65536.rec", "7-131072.rec"), forgotten);
    }

    @Test
    void shouldBeginWithTheFileThatHoldsTheLogsFirstByte() {
        pages.recorded(7, TERM + 32, 5 * TERM);
        assertEquals(List.of("7-65536.rec", "7-131072.rec"), forgotten);
    }

    @Test
    void shouldForgetNothingOfALogThatIsShorterThanWhatStays() {
        pages.recorded(7, 0, 0);
        pages.recorded(7, 4 * TERM, 5 * TERM);
        assertEquals(List.of(), forgotten);
    }
}

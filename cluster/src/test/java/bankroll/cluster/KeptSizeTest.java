package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptSizeTest {
    @TempDir
    Path directory;

    private ClusterContext of(int members, int node) {
        return new ClusterContext()
                .dataDirectory(directory)
                .node(node)
                .members(IntStream.range(0, members)
                        .mapToObj(id -> MemberAddress.of("127.0.0.1:" + (9_000 + 20 * id)))
                        .toList());
    }

    @Test
    void shouldStartAgainWithAsManyMembersWhicheverOfThemItIs() {
        of(3, 0).requireKeptSize();
        of(3, 2).requireKeptSize();
    }

    /** Two of three, and three of five: both would be a majority. */
    @Test
    void shouldNotCountTheMembersOfOneLogInTwoWays() {
        of(3, 0).requireKeptSize();

        ConditionException refused = assertThrows(ConditionException.class, () -> of(5, 0).requireKeptSize());
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("of 3 members, and cluster.members names 5"), refused::getMessage);
    }

    @Test
    void shouldSayThatItCanNotBeKept() throws IOException {
        Files.writeString(directory.resolve(ClusterContext.DIRECTORY), "a file where the log should be");

        assertEquals(
                ExitCode.IO,
                assertThrows(ConditionException.class, () -> of(3, 0).requireKeptSize())
                        .exitCode());
    }
}

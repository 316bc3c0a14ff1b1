package bankroll.cluster;

import static io.aeron.cluster.ElectionState.CANVASS;
import static io.aeron.cluster.ElectionState.CLOSED;
import static io.aeron.cluster.ElectionState.FOLLOWER_REPLAY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.Aeron;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.RecordingLog;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a term ends, in a node's list of leaders. */
class OpenTermTest {
    @TempDir
    private Path directory;

    private RecordingLog terms;
    private ElectionState election = CANVASS;
    private OpenTerm open;

    @BeforeEach
    void begin() {
        terms = new RecordingLog(directory.toFile(), true);
        open = new OpenTerm(() -> election, () -> terms);
    }

    @AfterEach
    void end() {
        terms.close();
    }

    private long end(long term) {
        return terms.getTermEntry(term).logPosition;
    }

    @Test
    void shouldForgetInAnElectionWhereTheLastTermWasCutOff() {
        terms.appendTerm(1, 0, 0, 0);
        terms.appendTerm(1, 1, 128, 0);
        terms.commitLogPosition(1, 256);

        open.look();

        assertEquals(Aeron.NULL_VALUE, end(1));
        assertEquals(128, end(0), "the next one begins there");
        terms.reload();
        assertEquals(Aeron.NULL_VALUE, end(1), "on the disk");
    }

    @Test
    void shouldLeaveItWhereNoElectionBegins() {
        terms.appendTerm(1, 0, 0, 0);
        terms.commitLogPosition(0, 256);

        for (ElectionState other : new ElectionState[] {CLOSED, FOLLOWER_REPLAY}) {
            election = other;
            open.look();
            assertEquals(256, end(0));
        }
    }

    @Test
    void shouldHaveNothingToDoWithoutAnyTerm() {
        open.look();

        assertEquals(0, terms.entries().size());
    }
}

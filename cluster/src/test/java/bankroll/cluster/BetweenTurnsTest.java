package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;

/** What is done on a thread of Aeron's between its turns. */
class BetweenTurnsTest {
    private final List<String> done = new ArrayList<>();

    private final IdleStrategy other = new IdleStrategy() {
        @Override
        public void idle(int workCount) {
            done.add("idle after " + workCount);
        }

        @Override
        public void idle() {
            done.add("idle");
        }

        @Override
        public void reset() {
            done.add("reset");
        }
    };

    /** A thread that never idles takes a whole processor. */
    @Test
    void shouldLookFirstAndIdleAsTheOtherDoes() {
        IdleStrategy looking = new BetweenTurns(() -> done.add("look"), other);

        looking.idle(3);
        looking.idle();
        looking.reset();

        assertEquals(List.of("look", "idle after 3", "look", "idle", "reset"), done);
    }
}

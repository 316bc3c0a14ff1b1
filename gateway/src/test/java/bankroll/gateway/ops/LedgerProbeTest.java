package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.engine.Request;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerProbeTest {
    private final List<Request> asked = new ArrayList<>();
    private boolean engineAccepts = true;

    private final LedgerProbe<Answer.Counts> probe =
            new LedgerProbe<>(this::submit, CommandType.COUNTS, Answer.Counts.class);

    private boolean submit(Request request) {
        if (engineAccepts) {
            asked.add(request);
        }
        return engineAccepts;
    }

    @Test
    void shouldAskOneQuestionAtATime() {
        probe.ask();
        probe.ask();

        assertEquals(1, asked.size());
        assertEquals(CommandType.COUNTS, asked.get(0).type());
        probe.publish(asked.get(0));
        probe.ask();
        assertEquals(2, asked.size());
    }

    @Test
    void shouldAskAgainAfterTheEngineRefused() {
        engineAccepts = false;
        probe.ask();
        engineAccepts = true;
        probe.ask();

        assertEquals(1, asked.size());
        assertNull(probe.get());
    }
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.cluster.Envelope.HandOverOrder;
import io.aeron.cluster.ConsensusModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** For how long a leader tries to hand over where it gets no further, turn by turn. */
class HandOverTurnsTest {
    private static final long TERM = 7;
    private static final HandOverOrder PREPARE = new HandOverOrder(HandOverOrder.NOBODY_YET, TERM);

    private final List<HandOverOrder> offered = new ArrayList<>();
    private final ClusterContext context = new ClusterContext()
            .dataDirectory(Path.of("data"))
            .node(1)
            .members(List.of(MemberAddress.of("a:9010"), MemberAddress.of("b:9010"), MemberAddress.of("c:9010")));
    private long nowNs = 1_000;
    private boolean isLogFree;
    private final HandOver handOver =
            new HandOver(context, new ConsensusModule.Context(), null, failure -> {}, () -> nowNs);

    @Test
    void shouldGiveUpWhereTheLogTakesNothingFor18Seconds() {
        handOver.begin();
        assertEquals(1, turn());
        nowNs += TimeUnit.SECONDS.toNanos(18);
        assertEquals(1, turn());
        assertEquals(List.of(PREPARE, PREPARE), offered);

        nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE, PREPARE, PREPARE), offered, "it is over");

        handOver.begin();
        assertEquals(1, turn(), "another may begin");
    }

    @Test
    void shouldGiveUpWhereNoNodeIsReachedForASecond() {
        isLogFree = true;
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(1);
        assertEquals(1, turn());
        assertFalse(handOver.isHeld(), "what is offered goes on into the log");

        nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE), offered);
    }

    @Test
    void shouldBeginOnceWhileItIsBeingHandedOver() {
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(10);
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(8) + 1;
        turn();

        assertEquals(0, turn(), "it was not begun anew");
    }

    /** A turn of the leader's; how much it did. */
    private int turn() {
        return handOver.turn(null, TERM, order -> {
            offered.add(order);
            return isLogFree;
        });
    }
}

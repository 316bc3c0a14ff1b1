package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.exceptions.TimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the others are asked whether they take this node's secret; how they answer is in {@link LogRetentionTest}. */
class SecretWatchTest {
    private static final RuntimeException REFUSES =
            new ArchiveException("no", ArchiveException.AUTHENTICATION_REJECTED);
    private static final RuntimeException IS_AWAY = new TimeoutException("away");

    @TempDir
    private Path directory;

    private final Degradation degradation = new Degradation(() -> 0);
    private final List<Integer> asked = new ArrayList<>();
    private final RuntimeException[] answers = {null, REFUSES, IS_AWAY};
    private long nowNs = Long.MAX_VALUE - 5;

    @Test
    void shouldAskEachOtherMemberOnceAMinuteUntilItTakesTheSecret() {
        SecretWatch watch = watch();
        turns(watch, 10);
        assertEquals(List.of(1, 2), asked);
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(List.of(1, 2, 1, 2), asked);

        watch.taken(1);
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(List.of(1, 2, 1, 2, 2), asked);
    }

    /** However long the thread did something else: nobody is asked twice at once. */
    @Test
    void shouldAskEachOnceAfterAPauseOfManyMinutes() {
        SecretWatch watch = watch();
        turns(watch, 10);
        asked.clear();
        nowNs += 5 * SecretWatch.AGAIN_NS + 1;
        turns(watch, 10);

        assertEquals(List.of(1, 2), asked);
    }

    @Test
    void shouldAskNoMoreWhoTookTheSecretUnlessItIsRefusedLater() {
        answers[2] = null;
        SecretWatch watch = watch();
        turns(watch, 10);
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(List.of(1, 2, 1), asked, "node 2 took it");

        asked.clear();
        watch.failed(2, new ArchiveException("no", ArchiveException.AUTHENTICATION_REJECTED));
        assertEquals(2, degradation.entries().size());
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(List.of(1, 2), asked);
        assertEquals(1, degradation.entries().size(), "it takes it again");
    }

    @Test
    void shouldTellARefusalOnceAndThatItIsOver() {
        SecretWatch watch = watch();
        turns(watch, 2);
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(1, degradation.entries().size(), "who is away is none");
        assertEquals(Part.CLUSTER, degradation.entries().get(0).part());

        answers[1] = IS_AWAY;
        nowNs += SecretWatch.AGAIN_NS;
        turns(watch, 10);
        assertEquals(1, degradation.entries().size(), "nobody said that it is over");

        watch.taken(1);
        assertEquals(List.of(), degradation.entries());
    }

    private void turns(SecretWatch watch, int count) {
        for (int turn = 0; turn < count; turn++) {
            watch.turn(nowNs);
        }
    }

    private SecretWatch watch() {
        ClusterContext context = LoneMember.of(directory, directory).degradation(degradation);
        return new SecretWatch(context, this::answer, nowNs);
    }

    /** No archive is there to be closed again by who has taken the secret. */
    private AeronArchive answer(int member) {
        asked.add(member);
        if (answers[member] != null) {
            throw answers[member];
        }
        return null;
    }
}

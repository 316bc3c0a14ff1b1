package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import io.aeron.cluster.ElectionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a node may follow that has voted. */
class BoundVoteTest {

    @TempDir
    private Path directory;

    private final ClusterContext context = new ClusterContext();

    private final List<Throwable> faults = new ArrayList<>();
    private ElectionState election = ElectionState.CANVASS;
    private long voted = 6;
    private int ends;
    private final List<String> refused = new ArrayList<>();
    private NewBeginning anew = new NewBeginning(() -> ends++);
    private final BoundVote vote = afterARestart();

    @BeforeEach
    void describe() throws IOException {
        Files.createDirectories(context.dataDirectory(directory).directory());
    }

    private BoundVote afterARestart() {
        return new BoundVote(
                context,
                () -> election,
                () -> voted,
                (leader, term, bound) -> refused.add(leader + " in " + term + " by " + bound),
                faults::add,
                anew);
    }

    private void look(ElectionState state) {
        election = state;
        vote.look();
    }

    private void requireRefusal(String wanted) {
        look(ElectionState.FOLLOWER_REPLAY);
        assertEquals(List.of(wanted), refused);
    }

    @Test
    void shouldRefuseALeaderOfATermBeforeItsVote() {
        look(ElectionState.CANVASS);
        vote.hear(1, 5);
        requireRefusal("1 in 5 by 6");

        look(ElectionState.FOLLOWER_LOG_INIT);
        look(ElectionState.INIT);
        look(ElectionState.CANVASS);
        vote.hear(2, 7);
        look(ElectionState.FOLLOWER_REPLAY);
        look(ElectionState.FOLLOWER_READY);
        look(ElectionState.CLOSED);
        assertEquals(1, refused.size(), "the next one is none of these");
    }

    @Test
    void shouldEndBeforeItConfirmsWhereTheRefusalHasFailed() {
        for (ElectionState state : List.of(ElectionState.FOLLOWER_READY, ElectionState.CLOSED)) {
            anew = new NewBeginning(() -> ends++);
            BoundVote its = afterARestart();
            its.hear(1, 5);
            election = ElectionState.FOLLOWER_LOG_AWAIT;
            its.look();
            assertNull(anew.why());
            election = state;
            assertThrows(AgentTerminationException.class, its::look);
            assertEquals(ExitCode.IO, anew.why().exitCode());
            assertTrue(anew.why().getMessage().contains("has voted in term 6"), anew.why()::getMessage);
        }
        assertEquals(2, ends);
    }

    @Test
    void shouldRefuseInWhicheverStateItIsFoundToFollow() {
        for (ElectionState state : ElectionState.values()) {
            boolean follows = state.name().startsWith("FOLLOWER") && state != ElectionState.FOLLOWER_BALLOT;
            election = state;
            anew = new NewBeginning(() -> ends++);
            BoundVote its = afterARestart();
            its.hear(1, 5);
            if (state == ElectionState.FOLLOWER_READY) {
                assertThrows(AgentTerminationException.class, its::look);
            } else {
                its.look();
            }
            assertEquals(follows ? List.of("1 in 5 by 6") : List.of(), refused, state.name());
            refused.clear();
        }
    }

    @Test
    void shouldFollowALeaderOfTheTermOfItsVoteOrALaterOne() {
        vote.hear(1, 6);
        look(ElectionState.FOLLOWER_REPLAY);
        look(ElectionState.CANVASS);
        vote.hear(1, 7);
        look(ElectionState.FOLLOWER_LOG_REPLICATION);
        assertEquals(List.of(), refused);
    }

    /** Aeron passes it over then. */
    @Test
    void shouldForgetAnEarlierLeaderThatWasHeardBeforeItFollows() {
        vote.hear(1, 5);
        look(ElectionState.FOLLOWER_BALLOT);
        vote.hear(1, 6);
        look(ElectionState.FOLLOWER_REPLAY);
        assertEquals(List.of(), refused);
    }

    @Test
    void shouldTakeTheEarlierOfTwoLeadersForTheOneThatItFollows() {
        vote.hear(1, 6);
        vote.hear(1, 5);
        vote.hear(1, 7);
        requireRefusal("1 in 5 by 7");
    }

    @Test
    void shouldRefuseWhereNobodyKnowsWhomItFollows() {
        vote.hear(1, 6);
        look(ElectionState.CANVASS);
        requireRefusal("-1 in " + Long.MIN_VALUE + " by 6");
    }

    @Test
    void shouldBeBoundByTheVoteOfItsBallot() {
        voted = 5;
        look(ElectionState.CANVASS);
        voted = 6;
        look(ElectionState.FOLLOWER_BALLOT);
        look(ElectionState.CANVASS);
        vote.hear(1, 5);
        requireRefusal("1 in 5 by 6");
    }

    @Test
    void shouldBeBoundByAVoteWhoseLeaderIsHeardInTheSameTurn() {
        voted = 5;
        look(ElectionState.CANVASS);
        voted = 7; // refused behind that
        vote.hear(1, 6);
        look(ElectionState.CANVASS);
        vote.hear(1, 5);
        requireRefusal("1 in 5 by 6");
    }

    /** Aeron keeps the term of that, too; nobody can have been chosen by it. */
    @Test
    void shouldFollowAnEarlierLeaderWhereItStoodItselfOrRefusedItsVote() {
        voted = 5;
        look(ElectionState.CANVASS);
        voted = 6;
        look(ElectionState.CANDIDATE_BALLOT);
        look(ElectionState.CANVASS);
        vote.hear(1, 5);
        look(ElectionState.FOLLOWER_REPLAY);
        look(ElectionState.CLOSED);
        assertEquals(List.of(), refused);

        BoundVote anew = afterARestart();
        anew.hear(1, 5);
        election = ElectionState.FOLLOWER_REPLAY;
        anew.look();
        assertEquals(List.of(), refused, "nor after a restart");

        BoundVote bound = afterARestart();
        bound.hear(1, 4);
        bound.look();
        assertEquals(List.of("1 in 4 by 5"), refused, "by its vote before that");

        voted = 7;
        BoundVote voter = afterARestart();
        voter.hear(1, 6);
        voter.look();
        assertEquals(List.of("1 in 4 by 5", "1 in 6 by 7"), refused, "by one that came later");
    }

    @Test
    void shouldTakeItselfForBoundWhereTheFileCanNotBeRead() throws IOException {
        for (String text : List.of("", "6", "6 x", "5 4")) {
            Files.writeString(context.directory().resolve(KeptVote.FILE), text);
            BoundVote anew = afterARestart();
            anew.hear(1, 5);
            election = ElectionState.FOLLOWER_REPLAY;
            anew.look();
            assertEquals(List.of("1 in 5 by 6"), refused, text);
            refused.clear();
        }
    }

    @Test
    void shouldGoOnWhereTheFileCanNotBeWritten() throws IOException {
        Files.createDirectory(context.directory().resolve(KeptVote.FILE));
        voted = 5;
        look(ElectionState.CANVASS);
        voted = 6;
        vote.hear(1, 5);
        look(ElectionState.FOLLOWER_REPLAY);
        assertEquals(List.of(), refused);
        assertEquals(1, faults.size(), faults::toString);
    }

    /** It may refuse its vote to somebody in a later term, and that is no vote. */
    @Test
    void shouldGoOnWithALeaderThatItFollowsAlready() {
        vote.hear(1, 6);
        look(ElectionState.FOLLOWER_REPLAY);
        voted = 7;
        vote.hear(1, 6);
        look(ElectionState.FOLLOWER_LOG_AWAIT);
        look(ElectionState.CLOSED);
        assertEquals(List.of(), refused);
    }
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import bankroll.cluster.ElectionModel.Hole;
import bankroll.testkit.Seeds;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Aeron's elections and replication as a model, with our rules about who is answered (ADR 31, 36, 37): by seed. {@code -Dseeds=N}
 * tries more of them; {@code -Dseed=N} tries one alone and tells what happens.
 */
class ElectionModelTest {
    private static final Set<Hole> NONE = EnumSet.noneOf(Hole.class);
    private static final int MOST_TRIED = 20_000;

    @Test
    void shouldHaveWhatWasAnsweredInTheLogOfEveryLaterLeader() {
        Seeds.forEach(Boolean.getBoolean("soak") ? 1_000_000 : 2_000, random -> new ElectionModel(random, NONE).run());
    }

    @Test
    void shouldDependOnItsSeedAlone() {
        for (long seed = 1; seed <= 20; seed++) {
            ElectionModel once = new ElectionModel(new Random(seed), NONE);
            ElectionModel again = new ElectionModel(new Random(seed), NONE);
            assertEquals(once.run(), again.run());
            assertEquals(once.toString(), again.toString());
        }
    }

    @Test
    void shouldFindTheLossThatAeronsOwnCommitMakes() {
        requireLoss(4600, Hole.AERONS_OWN_COMMIT);
    }

    @Test
    void shouldFindTheLossThatAnAnswerWithinAnElectionMakes() {
        requireLoss(2772, Hole.ANSWERS_WITHIN_ELECTIONS);
    }

    @Test
    void shouldFindTheLossThatAVoteMakesWhichDoesNotBind() {
        requireLoss(3854, Hole.VOTES_THAT_DO_NOT_BIND);
    }

    @Test
    void shouldFindTheLossThatAForgottenTermMakes() {
        requireLoss(24_204, Hole.FORGOTTEN_TERMS);
    }

    @Test
    void shouldFindTheLossThatATermMakesWhichHasNotEnded() {
        requireLoss(28_885, Hole.TERMS_THAT_HAVE_ENDED);
    }

    @Test
    void shouldFindTheLossThatTheLateWordOfATermsBeginMakes() {
        requireLoss(244_683, Hole.LATE_BEGINS);
    }

    @Test
    void shouldFindTheLossThatAJournalMakesWhichIsNotTheLeaders() {
        requireLoss(108_688, Hole.UNPROVED_JOURNALS);
    }

    /**
     * And that there is none without the holes.
     *
     * @param known a seed that has found it: others are tried only if it no longer does
     */
    private static void requireLoss(long known, Hole... holes) {
        Set<Hole> open = EnumSet.copyOf(List.of(holes));
        long seed = known;
        while (!isLost(seed, open)) {
            seed++;
            if (seed == known + MOST_TRIED) {
                fail("no loss by " + open);
            }
        }
        long found = seed;
        assertDoesNotThrow(() -> new ElectionModel(new Random(found), NONE).run());
    }

    private static boolean isLost(long seed, Set<Hole> open) {
        try {
            new ElectionModel(new Random(seed), open).run();
            return false;
        } catch (AssertionError found) {
            return true;
        }
    }
}

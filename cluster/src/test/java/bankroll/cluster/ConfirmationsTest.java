package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.FreeMembers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What counts as confirmed on most nodes. */
class ConfirmationsTest {
    private final Confirmations three = within(new Confirmations(members(0, 3)), 5);

    /** All members. */
    private static Confirmations within(Confirmations all, long term) {
        for (int member = 0; member < 5; member++) {
            all.enter(member, term);
        }
        return all;
    }

    private static ClusterContext members(int own, int count) {
        List<MemberAddress> members = Stream.of(FreeMembers.next(5).split(","))
                .limit(count)
                .map(MemberAddress::of)
                .toList();
        return new ClusterContext().node(own).members(members);
    }

    @Test
    void shouldTakeForConfirmedWhatOneOfTwoOthersHasAndNoByteMore() {
        assertFalse(three.cover(5, 0));

        three.confirm(1, 5, 100);

        assertTrue(three.cover(5, 100));
        assertFalse(three.cover(5, 101));
        three.confirm(2, 5, 90);
        assertTrue(three.cover(5, 100), "that the other one has less takes nothing back");
        three.confirm(2, 5, 130);
        assertTrue(three.cover(5, 130));
    }

    /** It will be cut off: whoever comes back may have led before. */
    @Test
    void shouldNotCountWhatAMemberHasOfAnOlderTerm() {
        three.confirm(1, 5, 100);
        three.confirm(2, 4, 1_000);

        assertFalse(three.cover(5, 101));
        assertFalse(three.cover(4, 100));
    }

    @Test
    void shouldTellApartWhatWasConfirmedInTwoTermsAndForgetOlderOnes() {
        three.confirm(1, 5, 100);
        three.confirm(2, 6, 70);
        three.enter(2, 6);

        assertTrue(three.cover(5, 100), "the engine may not have taken it yet");
        assertFalse(three.cover(5, 101));
        assertTrue(three.cover(6, 70));
        assertFalse(three.cover(6, 71), "the other one hasn't said yet what it has in this term");

        within(three, 7).confirm(1, 7, 60);
        assertFalse(three.cover(5, 100));
        assertTrue(three.cover(6, 70));
        assertFalse(three.cover(6, 71));
    }

    /** It may cut off all of the term, as long as it hasn't heard more of it than that it begins. */
    @Test
    void shouldCountNobodyBeforeHeIsWithinTheTerm() {
        three.confirm(1, 6, 100);
        assertFalse(three.cover(6, 1));

        three.enter(2, 6);
        assertFalse(three.cover(6, 1));
        three.enter(1, 6);
        assertTrue(three.cover(6, 100));
        assertFalse(three.cover(6, 101));
    }

    @Test
    void shouldForgetWhoHoldsAnElection() {
        three.confirm(1, 6, 100);
        three.forget(1);
        three.forget(-1);
        three.forget(5);
        three.enter(1, 6);
        assertFalse(three.cover(6, 1), "it may have cut that off");

        three.confirm(1, 6, 40);
        assertTrue(three.cover(6, 40));
        three.forget(1);
        assertTrue(three.cover(6, 40), "it was on most nodes, and stays");
        assertFalse(three.cover(6, 41));
    }

    @Test
    void shouldKeepToWhatWasConfirmedOnce() {
        three.confirm(1, 5, 100);
        three.confirm(1, 5, 60);

        assertTrue(three.cover(5, 100));
    }

    @Test
    void shouldCountNoneButTheOtherMembers() {
        for (int nobody : new int[] {-1, 0, 3}) {
            three.confirm(nobody, 5, 100);
        }

        assertFalse(three.cover(5, 100));
    }

    @Test
    void shouldWaitForTwoOfFourOthers() {
        Confirmations five = within(new Confirmations(members(0, 5)), 5);
        five.confirm(3, 5, 100);
        assertFalse(five.cover(5, 1));

        five.confirm(1, 5, 80);
        assertTrue(five.cover(5, 80));
        assertFalse(five.cover(5, 81));

        five.confirm(4, 5, 90);
        assertTrue(five.cover(5, 90));
        assertFalse(five.cover(5, 91));
    }

    @Test
    void shouldCountTheFirstMemberWhereItIsNotThisNode() {
        Confirmations last = within(new Confirmations(members(2, 3)), 5);

        last.confirm(0, 5, 100);

        assertTrue(last.cover(5, 100));
        assertFalse(last.cover(5, 101));
    }
}

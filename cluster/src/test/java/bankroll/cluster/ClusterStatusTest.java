package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What an operator is told of how far a node is behind. */
class ClusterStatusTest {
    @Test
    void shouldTellHowManyEntriesAndBytesItLacks() {
        ClusterStatus status = status(70, 75);

        assertEquals(5, status.entriesBehind());
        assertEquals(40, status.bytesBehind());
        assertEquals("this node is follower in term 3, 5 entries behind", status.words());
    }

    @Test
    void shouldLackNothingWhenTheLeaderWasHeardBeforeItsNewestEntries() {
        assertEquals(0, status(75, 70).entriesBehind());
    }

    @Test
    void shouldSayWhenTheLeaderWasNotHeard() {
        ClusterStatus status = status(70, LeaderNews.UNKNOWN);

        assertEquals(-1, status.entriesBehind());
        assertEquals("this node is follower in term 3, an unknown number of entries behind", status.words());
    }

    @Test
    void shouldNotSayThatItLacksNothingWhereItDoesNotKnowWhoLeads() {
        assertEquals(0, follower(0, 60).bytesBehind());
        assertEquals(-1, follower(-1, 60).bytesBehind());
        assertEquals(40, follower(-1, 100).bytesBehind(), "it lacks so much at least");
    }

    private static ClusterStatus status(long sequence, long ofLeader) {
        return new ClusterStatus(1, 3, "follower", 3, "", 0, "closed", 1, 100, 60, sequence, ofLeader, 0, 0, 0);
    }

    private static ClusterStatus follower(int leader, long commit) {
        return new ClusterStatus(1, 3, "follower", 3, "", leader, "closed", 1, commit, 60, 70, -1, 0, 0, 0);
    }
}

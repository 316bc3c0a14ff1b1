package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClusterContextTest {
    private static ClusterContext three() {
        return new ClusterContext()
                .dataDirectory(Path.of("data"))
                .node(1)
                .members(List.of(
                        MemberAddress.of("10.0.0.1:9010"),
                        MemberAddress.of("10.0.0.2:9010"),
                        MemberAddress.of("10.0.0.3:9010")));
    }

    @Test
    void shouldTakeThreeMembersThatShareNoPort() {
        assertEquals("10.0.0.2:9010", three().conclude().own().toString());
    }

    @Test
    void shouldNameWhatCanNotBe() {
        assertEquals("a cluster has 3 or 5 members, not 2", refusal(it -> it.members(it.members.subList(0, 2))));
        assertEquals("this node is 3, but the members are 0 to 2", refusal(it -> it.node(3)));
        assertEquals("1 addresses for clients of 3 members", refusal(it -> it.urls(List.of("http://a"))));
        assertEquals(
                "bytes of a log's term must be a power of two, not 3000000", refusal(it -> it.termBytes(3_000_000)));
        String shared = refusal(it -> it.members(
                List.of(new MemberAddress("h", 9010), new MemberAddress("h", 9017), new MemberAddress("h", 9030))));
        assertTrue(shared.startsWith("two members take port 9017 of h"), shared);
    }

    private static String refusal(Consumer<ClusterContext> change) {
        ClusterContext context = three();
        change.accept(context);
        return assertThrows(IllegalArgumentException.class, context::conclude).getMessage();
    }

    /** The node that makes the others wait ends first; were the session gone, the leader would end as well. */
    @Test
    void shouldKeepTheLeadersSessionForLongerThanANodeMayMakeTheOthersWait() {
        long longest = ClusterContext.HEARTBEAT_MS.most();
        long waitNs = AeronLog.LONGEST_WAIT_BEATS
                * three().heartbeatMs(longest).conclude().heartbeatNs();

        assertTrue(waitNs < ClusterNode.SESSION_TIMEOUT_NS, () -> waitNs + " ns");
        String refused = refusal(it -> it.heartbeatMs(longest + 1));
        assertTrue(refused.startsWith("milliseconds of a heartbeat"), refused);
    }

    @Test
    void shouldGiveEachNodeItsTurnInAnInterval() {
        for (int node = 0; node < 3; node++) {
            assertEquals(node / 3.0, new AeronLog(three().node(node)).phase());
        }
    }

    @Test
    void shouldReadAnAddressOfEachKind() {
        for (String good : List.of("10.0.0.1:9010", "db-1.example:1", "[fe80::1]:65528")) {
            assertEquals(good, MemberAddress.of(good).toString());
        }
        for (String bad : List.of("", "10.0.0.1", ":9010", "h:0", "h:65529", "h:x", "a b:1", "a,b:1", "a|b:1")) {
            assertThrows(IllegalArgumentException.class, () -> MemberAddress.of(bad), bad);
        }
    }

    @Test
    void shouldSendWhatTheNetworkTakesInOnePiece() {
        assertEquals(1408, MemberAddress.datagramBytes(1500), "Ethernet");
        assertEquals(1344, MemberAddress.datagramBytes(1420), "WireGuard");
        assertEquals(8192, MemberAddress.datagramBytes(9000), "jumbo frames");
        assertEquals(32_768, MemberAddress.of("127.0.0.1:9010").datagramBytes(), "loopback");
        assertEquals(1408, MemberAddress.of("192.0.2.1:9010").datagramBytes(), "no network of this machine");
    }

    @Test
    void shouldTellClientsTheirAddressOfALeader() {
        assertEquals("node 2 (10.0.0.3:9010)", three().nameOf(2));
        assertEquals(
                "http://c",
                three().urls(List.of("http://a", "http://b", "http://c")).nameOf(2));
        assertEquals("", three().nameOf(-1));
    }
}

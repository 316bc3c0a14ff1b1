package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class OwnPortsTest {
    @Test
    void shouldNameATakenPortAndAnAddressOfAnotherMachine() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0))) {
            MemberAddress own = new MemberAddress("127.0.0.1", Math.min(taken.getLocalPort(), 65_528));

            assertTrue(refusal(own).contains(" is taken"), () -> refusal(own));
        }
        // of the range for documents
        assertTrue(refusal(new MemberAddress("192.0.2.1", 9010))
                .contains("is no address of this machine; is cluster.node right?"));
    }

    private static String refusal(MemberAddress own) {
        return assertThrows(ConditionException.class, () -> own.requireFree()).getMessage();
    }
}

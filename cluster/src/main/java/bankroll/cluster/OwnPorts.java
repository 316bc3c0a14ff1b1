package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Whether a member can have its ports, in words that name the cure; Aeron's own are a stack trace of its driver. */
final class OwnPorts {
    private OwnPorts() {}

    /**
     * Tries each.
     *
     * @throws ConditionException when one can't be had
     */
    static void requireFree(MemberAddress own) {
        InetAddress address = resolve(own);
        for (int port = own.port(); port < own.port() + MemberAddress.PORTS; port++) {
            bind(new InetSocketAddress(address, 0), own, "is no address of this machine", "is cluster.node right?");
            bind(
                    new InetSocketAddress(address, port),
                    own,
                    "can't be had: UDP port " + port + " is taken",
                    "stop whoever has it (ss -lunp), or name another first port in cluster.members on all nodes");
        }
    }

    private static InetAddress resolve(MemberAddress own) {
        try {
            return InetAddress.getByName(own.host());
        } catch (UnknownHostException e) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "the member's name " + own.host() + " is not known",
                    "look at DNS or /etc/hosts",
                    e);
        }
    }

    private static void bind(InetSocketAddress tried, MemberAddress own, String what, String cure) {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.bind(tried);
        } catch (IOException e) {
            throw new ConditionException(ExitCode.UNAVAILABLE, "this node's address " + own + " " + what, cure, e);
        }
    }
}

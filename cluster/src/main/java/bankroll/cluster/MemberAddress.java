package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

/**
 * Where the other nodes reach a member: a host, and the first of {@link #PORTS} UDP ports that follow each other.
 *
 * @param host name or address; an IPv6 address in brackets
 * @param port the first one
 */
public record MemberAddress(String host, int port) {
    /** So many ports belong to a member. */
    public static final int PORTS = 8;

    private static final int CONSENSUS = 0;
    private static final int LOG = 1;
    private static final int CATCH_UP = 2;
    private static final int ARCHIVE = 3;
    private static final int LOG_REPLICATION = 4;
    private static final int ARCHIVE_REPLICATION = 5;
    private static final int ARCHIVE_ANSWERS = 6;
    /** Aeron wants one. It is bound on loopback alone, and only the node's own session is let in, which comes another way. */
    private static final int INGRESS = 7;

    private static final int USUAL_DATAGRAM = 1408;
    private static final int LARGE_DATAGRAM = 8192;
    /** Of the loopback; one of twice that was slower (docs/lab/cluster-runs.md). */
    private static final int LARGEST_DATAGRAM = 32_768;

    private static final int ALIGNMENT = 32;
    private static final int IP_AND_UDP = 48;

    /**
     * Reads HOST:PORT.
     *
     * @throws IllegalArgumentException with a sentence that names it, when it is none
     */
    public static MemberAddress of(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        int port = port(text.substring(colon + 1));
        boolean isHost = !host.isEmpty() && host.matches("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
        if (!isHost || port < 1 || port > 65_536 - PORTS) {
            throw new IllegalArgumentException("\"" + text + "\" is no member's address: HOST:PORT, the first of "
                    + PORTS + " free UDP ports, 1 to " + (65_536 - PORTS));
        }
        return new MemberAddress(host, port);
    }

    private static int port(String text) {
        return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
    }

    /** As Aeron's list of members names this one. */
    String entry(int id) {
        return id + ",127.0.0.1:" + (port + INGRESS) + "," + endpoint(CONSENSUS) + "," + endpoint(LOG) + ","
                + endpoint(CATCH_UP) + "," + endpoint(ARCHIVE);
    }

    /**
     * The longest datagram that its network takes in one piece: Aeron's own default unless jumbo frames are on or a tunnel
     * takes less. What is longer would be cut by the kernel, and lost as a whole with any piece of it.
     */
    int datagramBytes() {
        try {
            NetworkInterface network = NetworkInterface.getByInetAddress(InetAddress.getByName(host));
            return network == null ? USUAL_DATAGRAM : datagramBytes(network.getMTU());
        } catch (IOException unknown) {
            return USUAL_DATAGRAM;
        }
    }

    static int datagramBytes(int networkTakes) {
        int most = networkTakes - IP_AND_UDP;
        for (int datagram : new int[] {LARGEST_DATAGRAM, LARGE_DATAGRAM, USUAL_DATAGRAM}) {
            if (datagram <= most) {
                return datagram;
            }
        }
        return most / ALIGNMENT * ALIGNMENT;
    }

    /** Where another process may speak to its consensus module. */
    String consensusChannel() {
        return "aeron:udp?term-length=64k|endpoint=" + endpoint(CONSENSUS);
    }

    String archiveChannel() {
        return channel(ARCHIVE);
    }

    String logReplicationChannel() {
        return channel(LOG_REPLICATION);
    }

    String archiveReplicationChannel() {
        return channel(ARCHIVE_REPLICATION);
    }

    String archiveAnswersChannel() {
        return channel(ARCHIVE_ANSWERS);
    }

    /** For answers to this process alone, at a port that is free. */
    String anyPortChannel() {
        return "aeron:udp?endpoint=" + host + ":0";
    }

    private String channel(int offset) {
        return "aeron:udp?endpoint=" + endpoint(offset);
    }

    private String endpoint(int offset) {
        return host + ":" + (port + offset);
    }

    @Override
    public String toString() {
        return endpoint(0);
    }

    /**
     * Tries each of its ports, on the member's own machine: what can't be had is told with the cure, Aeron's own words are a stack
     * trace of its driver.
     *
     * @throws ConditionException when one can't be had
     */
    void requireFree() {
        InetAddress address = resolve();
        for (int port = this.port; port < this.port + PORTS; port++) {
            bind(new InetSocketAddress(address, 0), "is no address of this machine", "is cluster.node right?");
            bind(
                    new InetSocketAddress(address, port),
                    "can't be had: UDP port " + port + " is taken",
                    "stop whoever has it (ss -lunp), or name another first port in cluster.members on all nodes");
        }
    }

    private InetAddress resolve() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "the member's name " + host + " is not known",
                    "look at DNS or /etc/hosts",
                    e);
        }
    }

    private void bind(InetSocketAddress tried, String what, String cure) {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.bind(tried);
        } catch (IOException e) {
            throw new ConditionException(ExitCode.UNAVAILABLE, "this node's address " + this + " " + what, cure, e);
        }
    }
}

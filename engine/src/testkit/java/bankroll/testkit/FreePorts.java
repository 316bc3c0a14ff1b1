package bankroll.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.stream.IntStream;

/**
 * Ports for what will be started on them, and perhaps again. The system gives ports from 32768 on to outgoing connections:
 * one of those may be taken by a client meanwhile, so these are below. Tests that run side by side take from thirds of
 * their own: what is down for a moment holds none of its ports. Nor is one given twice soon: who asks for two has none of
 * them yet.
 */
public final class FreePorts {
    private static final int COUNT = 6_600;
    private static final int FIRST = 12_000 + COUNT * ((Integer.getInteger("fork", 1) - 1) % 3);

    private static int next = new SecureRandom().nextInt(COUNT);

    private FreePorts() {}

    /** A port that nobody listens on at this moment. */
    public static int next() {
        return row(1);
    }

    /** The first of so many ports in a row that nobody has at this moment, for TCP or UDP. */
    public static synchronized int row(int count) {
        for (int tried = 0; tried < COUNT; tried += count) {
            int first = next + count <= COUNT ? next : 0;
            next = first + count;
            if (IntStream.range(first, next).allMatch(port -> isFree(FIRST + port))) {
                return FIRST + first;
            }
        }
        throw new IllegalStateException("no " + count + " ports from " + FIRST + " on are free");
    }

    private static boolean isFree(int port) {
        InetAddress own = InetAddress.getLoopbackAddress();
        try (ServerSocket tcp = new ServerSocket(port, 1, own);
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(own, port))) {
            return tcp.isBound() && udp.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}

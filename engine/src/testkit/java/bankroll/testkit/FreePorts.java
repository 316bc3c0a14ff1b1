package bankroll.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Ports for what will be started on them, and perhaps again. The system gives ports from 32768 on to outgoing connections:
 * one of those may be taken by a client meanwhile, so these are below. Tests that run side by side take from thirds of
 * their own: what is down for a moment holds none of its ports.
 */
public final class FreePorts {
    private static final int COUNT = 6_600;
    private static final int FIRST = 12_000 + COUNT * ((Integer.getInteger("fork", 1) - 1) % 3);
    private static final int TRIES = 1_000;
    private static final RandomGenerator RANDOM = new SecureRandom();

    private FreePorts() {}

    /** A port that nobody listens on at this moment. */
    public static int next() {
        return row(1);
    }

    /** The first of so many ports in a row that nobody has at this moment, for TCP or UDP. */
    public static int row(int count) {
        for (int i = 0; i < TRIES; i++) {
            int first = FIRST + count * RANDOM.nextInt(COUNT / count);
            if (IntStream.range(first, first + count).allMatch(FreePorts::isFree)) {
                return first;
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

package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * Ports for a service that will be started again on them. The system gives ports from 32768 on to outgoing connections:
 * one of those may be taken by a client while the service is down, so these are below.
 */
public final class FreePorts {
    private static final int FIRST = 12_000;
    private static final int END = 32_000;
    private static final int TRIES = 1_000;
    private static final RandomGenerator RANDOM = new SecureRandom();

    private FreePorts() {}

    /** A port that nobody listens on at this moment. */
    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = RANDOM.nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + (END - 1) + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}

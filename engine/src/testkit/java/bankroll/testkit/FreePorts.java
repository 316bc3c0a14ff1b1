package bankroll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.stream.IntStream;

/**
 * Ports for what will be started on them, and perhaps again. The system gives ports from 32768 on to outgoing connections:
 * one of those may be taken by a client meanwhile, so these are below. Processes of tests that run side by side, of several
 * modules or builds, have a block each: what is down for a moment holds none of its ports. Nor is one given twice soon: who
 * asks for two has none of them yet.
 */
public final class FreePorts {
    private static final int BLOCKS = 20;
    private static final int COUNT = 1_000;
    private static final SecureRandom RANDOM = new SecureRandom();
    /** Says which blocks are taken, each by a lock that ends with its process. */
    private static final FileChannel BLOCK_LOCKS = locks();

    private static final int FIRST = 12_000 + COUNT * takeBlock();

    private static int next = RANDOM.nextInt(COUNT);

    private FreePorts() {}

    private static FileChannel locks() {
        String ofThisUser = "bankroll-test-ports-" + System.getProperty("user.name");
        try {
            return FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), ofThisUser),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int takeBlock() {
        int drawn = Integer.getInteger("ports.block", RANDOM.nextInt(BLOCKS));
        try {
            for (int step = 0; step < BLOCKS; step++) {
                int block = (drawn + step) % BLOCKS;
                if (BLOCK_LOCKS.tryLock(block, 1, false) != null) {
                    return block;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(BLOCKS + " processes of tests run and have all ports");
    }

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

package bankroll.gateway.flood;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Many connections that send the same bytes, as fast as they are taken, and never read. One thread sends for all. */
final class Horde implements AutoCloseable {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final InetSocketAddress target;
    private final byte[] bytes;
    private final boolean comesBack;
    private final List<Attacker> attackers = new ArrayList<>();
    private final Thread thread = new Thread(this::send, "horde");
    private volatile boolean isOver;

    private Horde(URI base, int connections, byte[] bytes, boolean comesBack) {
        this.target = new InetSocketAddress(base.getHost(), base.getPort());
        this.bytes = bytes;
        this.comesBack = comesBack;
        for (int i = 0; i < connections; i++) {
            attackers.add(new Attacker(i));
        }
        thread.start();
    }

    /** So many connections from a few addresses that send these bytes once each. */
    static Horde of(URI base, int connections, byte[] bytes) {
        return new Horde(base, connections, bytes, false);
    }

    /** The same, and whoever is thrown out connects anew. */
    static Horde comingBack(URI base, int connections, byte[] bytes) {
        return new Horde(base, connections, bytes, true);
    }

    private void send() {
        while (!isOver) {
            boolean hasSent = false;
            for (int i = 0; i < attackers.size() && !isOver; i++) {
                hasSent |= attackers.get(i).send();
            }
            if (!hasSent) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        attackers.forEach(Attacker::leave);
    }

    /** Waits until every connection has been made, or refused. */
    void awaitConnected() throws InterruptedException {
        while (attackers.stream().anyMatch(attacker -> !attacker.hasTried)) {
            thread.join(10);
        }
    }

    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Attacker {
        /** All of 127.0.0.0/8 is this machine on Linux: four addresses, none of them the signed client's. */
        private final String address;

        private ByteBuffer left = ByteBuffer.wrap(bytes);
        private SocketChannel channel;
        private volatile boolean hasTried;

        Attacker(int number) {
            address = "127.0.0." + (2 + number % 4);
        }

        boolean send() {
            try {
                if (channel == null && (comesBack || !hasTried)) {
                    connect();
                }
                return channel != null && left.hasRemaining() && channel.write(left) > 0;
            } catch (IOException thrownOut) {
                leave();
                return false;
            } finally {
                hasTried = true;
            }
        }

        private void connect() throws IOException {
            channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 16 * 1024);
            channel.bind(new InetSocketAddress(address, 0));
            channel.connect(target);
            channel.configureBlocking(false);
            left = ByteBuffer.wrap(bytes);
        }

        void leave() {
            try {
                if (channel != null) {
                    channel.close();
                }
                channel = null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Native;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systemd hears, at the socket that it gave. */
class SupervisorTest {
    @TempDir
    Path directory;

    @Test
    void shouldTellThatItIsReadyAndThatItEnds() throws InterruptedException {
        try (Socket systemd = new Socket(directory.resolve("notify").toString());
                Supervisor supervisor = Supervisor.of(Map.of("NOTIFY_SOCKET", systemd.path))) {
            supervisor.ready("platforms at here", () -> true);
            assertEquals("READY=1\nSTATUS=platforms at here", systemd.receive());

            supervisor.stopping();
            assertTrue(systemd.receive().startsWith("STOPPING=1\n"));
        }
    }

    @Test
    void shouldAskForMoreTimeWhenItEnds() throws InterruptedException {
        try (Socket systemd = new Socket(directory.resolve("notify").toString());
                Supervisor supervisor = Supervisor.of(Map.of("NOTIFY_SOCKET", systemd.path))) {
            supervisor.stopping();

            assertTrue(systemd.receive().endsWith("\nEXTEND_TIMEOUT_USEC=60000000"));
        }
    }

    @Test
    void shouldKeepTheWatchdogQuietTwiceInItsTime() throws InterruptedException {
        Map<String, String> environment =
                Map.of("NOTIFY_SOCKET", directory.resolve("notify").toString(), "WATCHDOG_USEC", "20000");
        try (Socket systemd = new Socket(environment.get("NOTIFY_SOCKET"));
                Supervisor supervisor = Supervisor.of(environment)) {
            assertEquals("WATCHDOG=1", systemd.receive());
            assertEquals("WATCHDOG=1", systemd.receive());
            supervisor.ready("", () -> true);
        }
    }

    @Test
    void shouldGiveNoSignOfLifeWhileTheServiceDoesNotTurn() throws InterruptedException {
        Map<String, String> environment =
                Map.of("NOTIFY_SOCKET", directory.resolve("notify").toString(), "WATCHDOG_USEC", "20000");
        AtomicInteger asked = new AtomicInteger();
        try (Socket systemd = new Socket(environment.get("NOTIFY_SOCKET"));
                Supervisor supervisor = Supervisor.of(environment)) {
            supervisor.ready("here", () -> asked.incrementAndGet() > 5);
            while (!systemd.receive().startsWith("READY=1")) {
                // a sign of life of the start
            }

            int signs = 0;
            while (asked.get() <= 5) {
                assertEquals("WATCHDOG=1", systemd.receive());
                signs++;
            }
            assertTrue(signs <= 2, signs + ": the sixth time, and the last one of the start, on its way already");
        }
    }

    @Test
    void shouldReachAnAbstractSocket() throws InterruptedException {
        String path = "@bankroll-test-" + ProcessHandle.current().pid();
        try (Socket systemd = new Socket(path);
                Supervisor supervisor = Supervisor.of(Map.of("NOTIFY_SOCKET", path))) {
            supervisor.ready("here", () -> true);

            assertEquals("READY=1\nSTATUS=here", systemd.receive());
        }
    }

    @Test
    void shouldGoOnWhenNobodyListensAnyMore() {
        String gone = directory.resolve("gone").toString();
        try (Supervisor supervisor = Supervisor.of(Map.of("NOTIFY_SOCKET", gone))) {
            supervisor.ready("here", () -> true);
            supervisor.stopping();
        }
        assertTrue(Files.notExists(Path.of(gone)));
    }

    @Test
    void shouldGiveSignsOfLifeAgainAfterOneThatDidNotArrive() throws InterruptedException {
        Map<String, String> environment =
                Map.of("NOTIFY_SOCKET", directory.resolve("notify").toString(), "WATCHDOG_USEC", "20000");
        try (Supervisor supervisor = Supervisor.of(environment)) {
            supervisor.ready("here", () -> true);

            try (Socket systemd = new Socket(environment.get("NOTIFY_SOCKET"))) {
                assertEquals("WATCHDOG=1", systemd.receive());
            }
        }
    }

    @Test
    void shouldTellNothingWhereNobodyAsked() {
        try (Supervisor supervisor = Supervisor.of(Map.of("WATCHDOG_USEC", "20000"))) {
            supervisor.ready("here", () -> true);
        }
    }

    /**
     * The other end: a UNIX datagram socket that was bound. Its thread takes what is told as it comes: the system keeps ten
     * messages, and the next one would wait, in the test's own thread too.
     */
    private static final class Socket implements AutoCloseable {
        private static final int AF_UNIX = 1;
        private static final int SOCK_DGRAM = 2;
        private static final int SOL_SOCKET = 1;
        private static final int SO_RCVTIMEO = 20;
        private static final long A_LOOK_US = 50_000;
        private static final long PATIENCE_S = 180;

        static {
            Native.register(Socket.class, "c");
        }

        private final String path;
        private final int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
        private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        private final Thread listening = new Thread(this::listen, "systemd");
        private volatile boolean isOver;

        Socket(String path) {
            this.path = path;
            byte[] name = path.replace('@', '\0').getBytes(StandardCharsets.UTF_8);
            byte[] address = ByteBuffer.allocate(Short.BYTES + name.length)
                    .order(ByteOrder.nativeOrder())
                    .putShort((short) AF_UNIX)
                    .put(name)
                    .array();
            assertEquals(0, bind(descriptor, address, address.length));
            // a call of the C library hears of no interrupt
            byte[] look = ByteBuffer.allocate(2 * Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putLong(0)
                    .putLong(A_LOOK_US)
                    .array();
            assertEquals(0, setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, look, look.length));
            listening.setDaemon(true);
            listening.start();
        }

        private void listen() {
            byte[] message = new byte[4096];
            while (!isOver) {
                long length = recv(descriptor, message, message.length, 0);
                if (length >= 0) {
                    told.add(new String(message, 0, (int) length, StandardCharsets.UTF_8));
                }
            }
            close(descriptor);
        }

        String receive() throws InterruptedException {
            String message = told.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertNotNull(message, "nothing was told");
            return message;
        }

        @Override
        public void close() throws InterruptedException {
            isOver = true;
            listening.join();
        }

        private static native int socket(int domain, int type, int protocol);

        private static native int bind(int socket, byte[] address, int length);

        private static native int setsockopt(int socket, int level, int option, byte[] value, int length);

        private static native long recv(int socket, byte[] message, long length, int flags);

        private static native int close(int descriptor);
    }
}

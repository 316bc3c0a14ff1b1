package bankroll.gateway.cli;

import bankroll.condition.LogId;
import com.sun.jna.Native;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd how the service stands, by the protocol of sd_notify(3): that the start takes longer, that it is ready,
 * that it ends, and that the process still turns (the watchdog). Where no systemd asks for it, nothing happens. Any thread.
 *
 * <p>The protocol is a datagram to a UNIX socket, which Java doesn't have; hence the C library.
 */
final class Supervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    /** A start asks for another minute as long as it goes on, a stop too. */
    private static final long MORE_TIME_US = TimeUnit.MINUTES.toMicros(1);

    private static final long MORE_TIME_EVERY_MS = 10_000;

    private final String socket;
    private final ScheduledExecutorService clock;
    private volatile String moreTime = "EXTEND_TIMEOUT_USEC=" + MORE_TIME_US;
    private volatile BooleanSupplier turns = () -> true;
    private volatile boolean isUnheard;

    private Supervisor(String socket, ScheduledExecutorService clock) {
        this.socket = socket;
        this.clock = clock;
    }

    /** The one that started this process, as the environment tells; one that hears nothing where there is none. */
    static Supervisor of(Map<String, String> environment) {
        String socket = environment.get("NOTIFY_SOCKET");
        if (socket == null || !(socket.startsWith("/") || socket.startsWith("@"))) {
            return new Supervisor(null, null);
        }
        Supervisor supervisor = new Supervisor(socket, Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "service-supervisor");
            thread.setDaemon(true);
            return thread;
        }));
        supervisor.repeat(MORE_TIME_EVERY_MS, () -> supervisor.tell(supervisor.moreTime));
        String watchdogUs = environment.get("WATCHDOG_USEC");
        if (watchdogUs != null) {
            long halfMs = TimeUnit.MICROSECONDS.toMillis(Long.parseLong(watchdogUs)) / 2;
            supervisor.repeat(
                    Math.max(1, halfMs), () -> supervisor.tell(supervisor.turns.getAsBoolean() ? "WATCHDOG=1" : ""));
        }
        return supervisor;
    }

    /**
     * The service answers; systemd starts what waits for it.
     *
     * @param isTurning asked before each sign of life: when it isn't, none is given, and systemd ends the process
     */
    void ready(String status, BooleanSupplier isTurning) {
        turns = isTurning;
        moreTime = "";
        tell("READY=1\nSTATUS=" + status);
    }

    /** The service ends in order: its event loops stop, and how long it may take is told otherwise. */
    void stopping() {
        turns = () -> true;
        moreTime = "EXTEND_TIMEOUT_USEC=" + MORE_TIME_US;
        tell("STOPPING=1\nSTATUS=draining\n" + moreTime);
    }

    @Override
    public void close() {
        if (clock != null) {
            clock.shutdownNow();
        }
    }

    private void repeat(long everyMs, Runnable task) {
        clock.scheduleAtFixedRate(task, everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    /** What doesn't arrive now may the next time: a process has no descriptor left for a moment, systemd starts anew. */
    private void tell(String message) {
        if (socket == null || message.isEmpty()) {
            return;
        }
        try {
            Datagram.send(socket, message.getBytes(StandardCharsets.UTF_8));
            isUnheard = false;
        } catch (LinkageError e) {
            warn("can't be told how the service stands", e);
            close();
        } catch (RuntimeException e) {
            if (!isUnheard) {
                warn("wasn't told how the service stands; the next sign is tried all the same", e);
            }
            isUnheard = true;
        }
    }

    private static void warn(String what, Throwable why) {
        LOG.warn(
                LogId.SUPERVISOR_UNREACHABLE.marker(),
                "systemd {} ({}); with WatchdogSec it ends a service of which it hears nothing",
                what,
                why.toString());
    }

    /** One datagram to a UNIX socket: socket(2), sendto(2), close(2) of the C library. */
    private static final class Datagram {
        private static final int AF_UNIX = 1;
        private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;

        static {
            Native.register(Datagram.class, "c");
        }

        private Datagram() {}

        static void send(String path, byte[] message) {
            byte[] address = address(path);
            int descriptor = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
            if (descriptor < 0) {
                throw new IllegalStateException("socket failed with errno " + Native.getLastError());
            }
            try {
                if (sendto(descriptor, message, message.length, 0, address, address.length) < 0) {
                    throw new IllegalStateException("sendto " + path + " failed with errno " + Native.getLastError());
                }
            } finally {
                close(descriptor);
            }
        }

        /** sockaddr_un: the family in the machine's order, then the path; @ stands for the NUL of an abstract one. */
        private static byte[] address(String path) {
            byte[] name = path.getBytes(StandardCharsets.UTF_8);
            if (name[0] == '@') {
                name[0] = 0;
            }
            ByteArrayOutputStream address = new ByteArrayOutputStream();
            address.writeBytes(ByteBuffer.allocate(Short.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putShort((short) AF_UNIX)
                    .array());
            address.writeBytes(name);
            return address.toByteArray();
        }

        private static native int socket(int domain, int type, int protocol);

        private static native long sendto(int socket, byte[] message, long length, int flags, byte[] to, int toLength);

        private static native int close(int descriptor);
    }
}

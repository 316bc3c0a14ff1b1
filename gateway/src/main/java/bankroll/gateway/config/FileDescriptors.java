package bankroll.gateway.config;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many connections each listener may have, so that neither a flood of them nor what they take of the heap ends the
 * process: the journal's next file needs a descriptor. The JVM itself has raised the limit of descriptors to the hard one
 * when it started (its flag MaxFDLimit).
 *
 * @param limit descriptors that the process may have
 * @param open those that it has before it listens
 * @param heapBytes the largest heap
 */
public record FileDescriptors(long limit, long open, long heapBytes) {
    /** For the journal's files, snapshots, look-ups and loops; it has about 30 under load. */
    static final int RESERVED = 128;

    private static final Logger LOG = LoggerFactory.getLogger(FileDescriptors.class);
    private static final int FEWEST = 16;
    /** One connection in so many that is turned away holds a descriptor while it hears why. */
    private static final int TURNED_AWAY = 8;
    /** What a connection takes of the heap when it asks nothing, and the part of the heap that all may take. */
    private static final int CONNECTION_BYTES = 8 * 1024;

    private static final int HEAP_SHARE = 8;
    private static final int OPERATORS_PART = 8;

    /**
     * Bounds of both listeners.
     *
     * @param platform connections of platforms
     * @param operator connections of operators
     */
    public record Bounds(int platform, int operator) {
        /** Those that are other ones, with both values. */
        private String insteadOf(Bounds wanted) {
            return Stream.of(
                            words("platform.max-connections", platform, wanted.platform),
                            words("operator.max-connections", operator, wanted.operator))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }

        private static Optional<String> words(String setting, int lowered, int wanted) {
            return lowered == wanted
                    ? Optional.empty()
                    : Optional.of(setting + " " + lowered + " instead of " + wanted);
        }
    }

    /** Those of this process; on a system that has no such limit, as many as anybody wants. */
    public static FileDescriptors ofThisProcess() {
        long heap = Runtime.getRuntime().maxMemory();
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? new FileDescriptors(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount(), heap)
                : new FileDescriptors(Integer.MAX_VALUE, 0, heap);
    }

    /** For how many connections there are descriptors. */
    public long connections() {
        return (limit - open - RESERVED) * TURNED_AWAY / (TURNED_AWAY + 1);
    }

    /**
     * The bounds that can be held; lower than the configured ones with a warning.
     *
     * @throws ConditionException when there is not even room for a few
     */
    public Bounds share(Bounds wanted) {
        long byDescriptors = connections();
        long byHeap = heapBytes / HEAP_SHARE / CONNECTION_BYTES;
        long room = Math.min(byDescriptors, byHeap);
        if (room < FEWEST) {
            throw new ConditionException(
                    ExitCode.TEMPORARY,
                    "the process may have " + limit + " file descriptors, has " + open + " and reserves " + RESERVED
                            + " for the journal: no room for connections",
                    "raise the limit with ulimit -n, or LimitNOFILE= in a systemd unit");
        }
        if ((long) wanted.platform + wanted.operator <= room) {
            return wanted;
        }
        int operator = (int) Math.min(wanted.operator, Math.max(room / OPERATORS_PART, FEWEST / 2));
        Bounds lowered = new Bounds((int) Math.min(wanted.platform, room - operator), operator);
        LOG.warn(
                LogId.CONNECTIONS_LOWERED.marker(),
                "Fewer connections than configured: {}. {}",
                lowered.insteadOf(wanted),
                byDescriptors < byHeap ? descriptorCure() : heapCure());
        return lowered;
    }

    private String descriptorCure() {
        return "The process may have " + limit + " file descriptors, of which " + open + " are open and " + RESERVED
                + " reserved for the journal; raise the limit with ulimit -n, or LimitNOFILE= in a systemd unit";
    }

    private String heapCure() {
        return "The heap has " + heapBytes + " bytes, of which connections may take an eighth; raise it with -Xmx in"
                + " BANKROLL_JAVA_OPTS";
    }
}

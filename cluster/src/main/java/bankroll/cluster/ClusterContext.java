package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.engine.DataDirectory;
import bankroll.journal.JournalContext.Range;
import bankroll.journal.files.DurableFiles;
import io.aeron.Aeron;
import io.aeron.cluster.service.ClusterClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochClock;

/** Every option of a member with its default and unit; checked once by {@link #conclude}. Set up by one thread. */
public final class ClusterContext {
    /** Name of the directory within the data directory. */
    public static final String DIRECTORY = DataDirectory.CLUSTER;

    /** Name of the archive's directory in it. */
    static final String ARCHIVE = "archive";
    /** Name of the consensus module's. */
    static final String CONSENSUS = "consensus";

    /** What a node that can't follow any more is told to do. */
    static final String CURE =
            "run \"./bankroll cluster seed --operator-url URL\" on this node, with the URL of the one"
                    + " that leads (docs/cluster.md)";

    /** What {@link #heartbeatMs} may be. A node may make the others wait for ten: the leader's session must last longer. */
    public static final Range HEARTBEAT_MS = new Range(200, 5_000);

    /** What {@link #followerTimeoutMs} may be. */
    public static final Range FOLLOWER_TIMEOUT_MS = new Range(100, 60_000);

    /** What {@link #termBytes} may be; a power of two. */
    public static final Range TERM_BYTES = new Range(1 << 20, 1 << 30);

    /** Default of {@link #heartbeatMs}. */
    public static final long HEARTBEAT_MS_DEFAULT = 1_000;

    /** Default of {@link #followerTimeoutMs}. */
    public static final long FOLLOWER_TIMEOUT_MS_DEFAULT = 500;

    /** Default of {@link #termBytes}. */
    public static final int TERM_BYTES_DEFAULT = 16 << 20;

    /** Default of {@link #markEveryMs}. */
    public static final long MARK_EVERY_MS_DEFAULT = 60_000;

    /** What {@link #keptBytes} may be. */
    public static final Range KEPT_BYTES = new Range(0, 1L << 50);

    /** Default of {@link #keptBytes}. */
    public static final long KEPT_BYTES_DEFAULT = 8L << 30;

    /** Default of {@link #cachedBytes}: more than a million bookings. */
    private static final long CACHED_BYTES_DEFAULT = 256 << 20;

    /** Aeron's own longest message, whatever the term. */
    private static final int MOST_MESSAGE_BYTES = 16 << 20;

    /** What Aeron and the envelope put before a message, and a bit. */
    private static final int HEAD_BYTES = 256 + Envelope.PART_BYTES;

    private static final String SIZE = "members";
    private static final String LEFT = "left";
    private static final Path MEMORY = Path.of("/dev/shm");

    List<MemberAddress> members = List.of();
    private List<String> urls = List.of();
    int node = -1;
    private Path dataDirectory;
    Path driverDirectory;
    /** The directory that this process holds for them, once it does. */
    volatile Path buffers;

    boolean isForced = true;
    private long heartbeatMs = HEARTBEAT_MS_DEFAULT;
    long followerTimeoutMs = FOLLOWER_TIMEOUT_MS_DEFAULT;
    volatile int termBytes = TERM_BYTES_DEFAULT;
    private long markEveryMs = MARK_EVERY_MS_DEFAULT;
    long keptBytes = KEPT_BYTES_DEFAULT;
    long cachedBytes = CACHED_BYTES_DEFAULT;
    long longestNapNs = 500_000;
    private byte[] secret = {};
    Degradation degradation = new Degradation(System::currentTimeMillis);

    /** Where the members are, in one order on all nodes: three or five. No default. */
    public ClusterContext members(List<MemberAddress> value) {
        members = List.copyOf(value);
        return this;
    }

    /** Where clients reach the members, in the same order; shown when somebody asks who leads. None by default. */
    public ClusterContext urls(List<String> value) {
        urls = List.copyOf(value);
        return this;
    }

    /** Which of the members this is, from 0. No default. */
    public ClusterContext node(int value) {
        node = value;
        return this;
    }

    /** The node's data directory. No default. */
    public ClusterContext dataDirectory(Path value) {
        dataDirectory = value;
        return this;
    }

    /**
     * Where buffers between threads and processes live, best in memory: in /dev/shm by default, where there is one; or beside it,
     * where another node has it. Made anew by each start, for this user alone, and gone at its end.
     */
    ClusterContext driverDirectory(Path value) {
        driverDirectory = value;
        return this;
    }

    /** Whether a message is on most nodes' disks, or only with most nodes, before it is decided; on disks by default. */
    public ClusterContext forced(boolean value) {
        isForced = value;
        return this;
    }

    /** Milliseconds of silence after which a leader is given up; 1 s by default. */
    public ClusterContext heartbeatMs(long value) {
        heartbeatMs = value;
        return this;
    }

    /** Milliseconds for which a silent follower holds the others up; 500 by default. */
    public ClusterContext followerTimeoutMs(long value) {
        followerTimeoutMs = value;
        return this;
    }

    /** Bytes of one of a new log's buffers and files; what is longer than an eighth goes in parts. 16 MiB by default. */
    public ClusterContext termBytes(int value) {
        termBytes = value;
        return this;
    }

    /** Milliseconds from one mark to the next, when anything was decided; a minute by default. */
    public ClusterContext markEveryMs(long value) {
        markEveryMs = value;
        return this;
    }

    /** Bytes of the log that are kept behind its end even if a mark makes them dispensable here: for others. 8 GiB by default. */
    public ClusterContext keptBytes(long value) {
        keptBytes = value;
        return this;
    }

    /**
     * What all members know and nobody else; empty, the default: the archive serves whoever reaches its port. It is no protection
     * of the log: Aeron's leader reads it for whoever asks as a follower that catches up.
     */
    public ClusterContext secret(byte[] value) {
        secret = value.clone();
        return this;
    }

    /** Where this node tells what isn't as it should be while the log goes on; in the log alone by default. */
    public ClusterContext degradation(Degradation value) {
        degradation = value;
        return this;
    }

    /** So much of a message the log takes at a time. */
    int mostOfferBytes() {
        return Math.min(termBytes / 8, MOST_MESSAGE_BYTES) - HEAD_BYTES;
    }

    /** Checks all options together. */
    public ClusterContext conclude() {
        if (members.size() != 3 && members.size() != 5) {
            throw new IllegalArgumentException("a cluster has 3 or 5 members, not " + members.size());
        }
        if (node < 0 || node >= members.size()) {
            throw new IllegalArgumentException(
                    "this node is " + node + ", but the members are 0 to " + (members.size() - 1));
        }
        if (!urls.isEmpty() && urls.size() != members.size()) {
            throw new IllegalArgumentException(
                    urls.size() + " addresses for clients of " + members.size() + " members");
        }
        requireOwnPorts();
        HEARTBEAT_MS.require("milliseconds of a heartbeat", heartbeatMs);
        FOLLOWER_TIMEOUT_MS.require("milliseconds for a silent follower", followerTimeoutMs);
        KEPT_BYTES.require("bytes of the log to keep", keptBytes);
        TERM_BYTES.require("bytes of a log's term", termBytes);
        if (Integer.bitCount(termBytes) != 1) {
            throw new IllegalArgumentException("bytes of a log's term must be a power of two, not " + termBytes);
        }
        if (driverDirectory == null) {
            driverDirectory = Files.isWritable(MEMORY)
                    ? MEMORY.resolve("bankroll-"
                            + Integer.toHexString(directory().toAbsolutePath().hashCode()))
                    : directory().resolve("driver");
        }
        return this;
    }

    private void requireOwnPorts() {
        HashSet<String> taken = new HashSet<>();
        for (MemberAddress member : members) {
            for (int port = member.port(); port < member.port() + MemberAddress.PORTS; port++) {
                if (!taken.add(member.host() + ":" + port)) {
                    throw new IllegalArgumentException("two members take port " + port + " of " + member.host()
                            + ": each needs " + MemberAddress.PORTS + " ports from its own on");
                }
            }
        }
    }

    /** How others may be told where a member is. */
    String nameOf(int member) {
        if (member < 0 || member >= members.size()) {
            return "";
        }
        return urls.isEmpty() ? "node " + member + " (" + members.get(member) + ")" : urls.get(member);
    }

    /** How many members there are. */
    public int memberCount() {
        return members.size();
    }

    MemberAddress own() {
        return members.get(node);
    }

    Path directory() {
        return dataDirectory.resolve(DIRECTORY);
    }

    Path archiveDirectory() {
        return directory().resolve(ARCHIVE);
    }

    /** The file that says that this node went on alone, and no cluster goes on with this log. */
    Path left() {
        return directory().resolve(LEFT);
    }

    boolean isLeft() {
        return Files.exists(left());
    }

    /** The archive's file of a recording that begins with a byte. */
    Path recorded(long recording, long firstByte) {
        return archiveDirectory().resolve(recording + "-" + firstByte + ".rec");
    }

    Path consensusDirectory() {
        return directory().resolve(CONSENSUS);
    }

    /** Aeron's own: it makes it anew with the permissions that the umask leaves, so it stands in one that nobody else enters. */
    String aeronDirectory() {
        return buffers.resolve("aeron").toString();
    }

    /** Of a client of this node's driver. By the wall clock, as Aeron has it, it would take the driver for dead when that steps. */
    Aeron.Context driverClient(ErrorHandler errors) {
        return new Aeron.Context()
                .aeronDirectoryName(aeronDirectory())
                .epochClock(SteadyClock.INSTANCE)
                .errorHandler(errors);
    }

    long heartbeatNs() {
        return TimeUnit.MILLISECONDS.toNanos(heartbeatMs);
    }

    SharedSecret secret() {
        return new SharedSecret(secret);
    }

    boolean hasSecret() {
        return secret.length > 0;
    }

    long markEveryNs() {
        return TimeUnit.MILLISECONDS.toNanos(markEveryMs);
    }

    /** Bytes at the log's end that the system should keep in memory, for nodes that lack them. 256 MiB by default. */
    ClusterContext cachedBytes(long value) {
        cachedBytes = value;
        return this;
    }

    /** Nanoseconds for which a thread of Aeron's sleeps at most when there is nothing to do; half a millisecond by default. */
    ClusterContext longestNapNs(long value) {
        longestNapNs = value;
        return this;
    }

    /**
     * Keeps at the first start how many members there are, in a file beside the log, and holds every other start against it.
     * Nodes that count otherwise than the others, as while a cluster of three is started again as five one by one, could find
     * two majorities.
     *
     * @throws ConditionException when there are more members now, or fewer
     */
    void requireKeptSize() {
        Path file = directory().resolve(SIZE);
        String now = Integer.toString(members.size());
        try {
            if (!Files.exists(file)) {
                DurableFiles.createDirectories(directory());
                DurableFiles.replace(file, now.getBytes(StandardCharsets.US_ASCII));
            }
            String began = Files.readString(file, StandardCharsets.US_ASCII).strip();
            if (!began.equals(now)) {
                throw new ConditionException(
                        ExitCode.CONFIGURATION,
                        "this node's log is that of " + began + " members, and cluster.members names " + now,
                        "name as many as before, or begin a new log on all of them (docs/cluster.md)");
            }
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO, "can't keep " + file + ": " + Reason.of(e), "look at the disk and its permissions", e);
        }
    }

    /**
     * A node that went on alone has booked what the others' logs lack, and must not vote by its old log.
     *
     * @throws ConditionException when it has
     */
    void requireNotLeft() {
        if (isLeft()) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    "this node went on alone, and its journal may hold what its cluster's log does not (" + left()
                            + ")",
                    "take cluster.members out again; or begin a new cluster with this ledger: while no node runs, move the others'"
                            + " data directories away, delete " + directory()
                            + " and copy this data directory to all others; or, where the others went on without this node,"
                            + " move this data directory away and keep it, and " + CURE);
        }
    }

    /**
     * Aeron's time: near the wall clock's at the start, and from then on as time passes, whatever the wall clock does. All of
     * Aeron's parts and clients in the process must be given the same one: they watch each other's life by it.
     */
    static final class SteadyClock implements ClusterClock, EpochClock {
        /** The process's. */
        static final SteadyClock INSTANCE = new SteadyClock();

        private final long beganMs = System.currentTimeMillis();
        private final long beganNs = System.nanoTime();

        private SteadyClock() {}

        @Override
        public long time() {
            return beganMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        }
    }
}

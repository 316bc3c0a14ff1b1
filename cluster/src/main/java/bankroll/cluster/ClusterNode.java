package bankroll.cluster;

import bankroll.cluster.ClusterContext.SteadyClock;
import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.RecordingSignalConsumer;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.Cluster;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * Aeron's parts of one member: media driver, archive and consensus module, and who reads the log, a thread each.
 *
 * <p>The caller holds the data directory's lock, so that whatever another process has left here is a killed one's.
 */
final class ClusterNode implements AutoCloseable {
    /** A leader whose log stands still, because a node makes the others wait, must not lose its only session. */
    static final long SESSION_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    /**
     * Each leader has one, which outlives its lead by the timeout; a leader change begins the timeout anew. With Aeron's 10,
     * the eleventh of leaders that follow each other quickly can't take anything for so long.
     */
    private static final int MOST_SESSIONS = 1_000;

    /**
     * A thread of the log that waits for the disk for longer is given up, and its node ends. With Aeron's 10 s a disk that several
     * nodes share could end them all at once.
     */
    private static final long LONGEST_FORCE_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(2);
    /** With Aeron's 128 KiB a node that gets its turn late holds the others up. */
    private static final int WINDOW_BYTES = 2 << 20;

    /**
     * With so much free the archive begins what it is to keep, as a mark, whose two recordings are some KB. Aeron's own
     * threshold, 128 MiB, would end a node that has room for hours.
     */
    private static final long LEAST_ROOM_BYTES = 1 << 20;

    private static final int SMALL_TERM_BYTES = 1 << 20;
    private static final long CONDUCTOR_NAP_MS = 2;

    /** The driver's executor looks up names and opens sockets, when a member comes or a lead begins: nothing for each booking. */
    private static final long EXECUTOR_NAP_MS = 5;

    /** What members say beside the log goes in terms of 64 KiB, and no message may take more than an eighth of one. */
    private static final int MOST_OF_A_SHORT_TERM = (64 << 10) / 8;

    private final ClusterContext context;
    private final SharedSecret sessions;
    private final ErrorHandler errors;
    private final Runnable ended;
    private final int datagramBytes;
    final Confirmations confirmations;
    private final ConsensusModule.Context options = new ConsensusModule.Context();
    final ElectionGuard guard;
    private BufferDirectory buffers;
    private MediaDriver driver;
    private Archive archive;
    private ConsensusModule consensus;
    private LogReader reader;
    private boolean isClosing;

    /**
     * Prepares it.
     *
     * @param sessions what a session must prove to offer commands
     * @param errors hears what Aeron could not do, and goes on
     * @param ended called when one of Aeron's threads ends by itself
     */
    ClusterNode(ClusterContext context, SharedSecret sessions, ErrorHandler errors, Runnable ended) {
        this.context = context;
        this.sessions = sessions;
        this.errors = errors;
        this.ended = ended;
        this.datagramBytes = context.own().datagramBytes();
        this.confirmations = new Confirmations(context);
        this.guard = new ElectionGuard(context, options, confirmations, errors, ended);
    }

    /**
     * Starts all of it; first of all what others may ask whether this node has a log.
     *
     * @param formation waits with the rest until this node may take part in a log, or is told to end
     * @return false when it was told to end
     */
    boolean start(LogService service, BooleanSupplier formation) {
        deleteStaleMarks();
        ArchiveTail.keepTermBytes(context);
        startArchive();
        if (!formation.getAsBoolean()) {
            return false;
        }
        RecordedMarks.unite(context.consensusDirectory());
        consensus = ConsensusModule.launch(consensusOptions());
        reader = reader(service).begin(this::thread);
        return true;
    }

    /** Starts what keeps the log, and nothing that takes part in it. */
    void startArchive() {
        new ArchiveTail(context.archiveDirectory(), context.isForced).mend();
        buffers = BufferDirectory.take(context.driverDirectory);
        context.buffers = buffers.path();
        driver = MediaDriver.launch(driverOptions());
        archive = Archive.launch(archiveOptions());
    }

    /** Connects to the own archive, for one thread. */
    AeronArchive archive(RecordingSignalConsumer signals) {
        return connect(archiveClient().recordingSignalConsumer(signals));
    }

    /** Connects to another member's archive, for one thread. */
    AeronArchive archiveOf(int member) {
        return connect(proving(new AeronArchive.Context())
                .lock(NoOpLock.INSTANCE)
                .messageTimeoutNs(ANSWER_NS)
                .controlRequestChannel(context.members.get(member).archiveChannel())
                .controlResponseChannel(context.own().anyPortChannel()));
    }

    private AeronArchive connect(AeronArchive.Context options) {
        Aeron aeron = Aeron.connect(context.driverClient(errors));
        try {
            return AeronArchive.connect(options.aeron(aeron).ownsAeronClient(true));
        } catch (RuntimeException | Error e) {
            aeron.close();
            throw e;
        }
    }

    /** Whether its disk is so full that the archive keeps nothing more. */
    boolean lacksRoom() {
        return context.archiveDirectory().toFile().getUsableSpace() <= LEAST_ROOM_BYTES;
    }

    ConsensusModule.Context consensus() {
        return consensus.context();
    }

    /**
     * Looks at the consensus module's counters. They lie in memory that it gives back when it closes, before the service's thread
     * ends, and a look at them then would end the process. Any thread.
     *
     * @param otherwise the answer when they are not there
     */
    synchronized <T> T look(Function<ConsensusModule.Context, T> at, T otherwise) {
        boolean isThere =
                consensus != null && !isClosing && !consensus.context().aeron().isClosed();
        return isThere ? at.apply(consensus.context()) : otherwise;
    }

    /** Whether this node leads in a term and no election is under way; true of a node that closes, where nobody knows. */
    boolean leadsIn(long term) {
        return look(
                it -> HandOverOrders.isQuiet(it)
                        && Cluster.Role.get(it.clusterNodeRoleCounter()) == Cluster.Role.LEADER
                        && HandOverOrders.term(it) == term,
                true);
    }

    /** A start within ten seconds of a kill would be refused because of them. */
    private void deleteStaleMarks() {
        for (Path directory : new Path[] {context.archiveDirectory(), context.consensusDirectory()}) {
            if (Files.isDirectory(directory)) {
                try (Stream<Path> files = Files.list(directory)) {
                    for (Path file : files.toList()) {
                        if (file.getFileName().toString().matches("(archive|cluster)-mark.*\\.dat")) {
                            Files.delete(file);
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(
                            "what a killed process left in " + directory + " can't be removed", e);
                }
            }
        }
    }

    /** A thread of Aeron's that dies, as of a page that a full disk had no room for, ends the node: it must not stand still. */
    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((died, cause) -> {
            errors.onError(cause);
            ended.run();
        });
        return thread;
    }

    private IdleStrategy idle() {
        return new BackoffIdleStrategy(20, 10, 20_000, context.longestNapNs);
    }

    /** What a socket may hold here: so much is under way to a node at a time, as far as the system lets it. */
    private static int windowBytes() {
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, WINDOW_BYTES);
            return Math.min(WINDOW_BYTES, socket.getOption(StandardSocketOptions.SO_RCVBUF));
        } catch (IOException e) {
            throw new UncheckedIOException("no UDP socket can be opened", e);
        }
    }

    private MediaDriver.Context driverOptions() {
        int window = windowBytes();
        return new MediaDriver.Context()
                .mtuLength(Math.min(datagramBytes, MOST_OF_A_SHORT_TERM))
                .socketRcvbufLength(window)
                .socketSndbufLength(window)
                .initialWindowLength(window)
                .aeronDirectoryName(context.aeronDirectory())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle())
                .asyncExecutorIdleStrategy(new SleepingMillisIdleStrategy(EXECUTOR_NAP_MS))
                .ipcTermBufferLength(SMALL_TERM_BYTES)
                .publicationTermBufferLength(SMALL_TERM_BYTES)
                .termBufferSparseFile(true)
                .epochClock(SteadyClock.INSTANCE)
                .clientLivenessTimeoutNs(LONGEST_FORCE_NS)
                .publicationUnblockTimeoutNs(LONGEST_FORCE_NS + TimeUnit.SECONDS.toNanos(5))
                .errorHandler(errors);
    }

    private Archive.Context archiveOptions() {
        int level = context.isForced ? 1 : 0;
        Archive.Context options = new Archive.Context()
                .aeronDirectoryName(context.aeronDirectory())
                .archiveDir(context.archiveDirectory().toFile())
                .controlChannel(context.own().archiveChannel())
                .replicationChannel(context.own().archiveReplicationChannel())
                .archiveClientContext(proving(new AeronArchive.Context())
                        .controlResponseChannel(context.own().archiveAnswersChannel()))
                .localControlChannel("aeron:ipc?term-length=64k")
                .recordingEventsEnabled(false)
                .epochClock(SteadyClock.INSTANCE)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(this::idle)
                .threadFactory(this::thread)
                .segmentFileLength(context.termBytes)
                .lowStorageSpaceThreshold(LEAST_ROOM_BYTES)
                .fileSyncLevel(level)
                .catalogFileSyncLevel(level)
                .fileIoMaxLength(ArchiveTail.BLOCK_BYTES)
                .recordChecksum(ArchiveTail.CHECKSUM)
                .replayChecksum(ArchiveTail.CHECKSUM)
                .errorHandler(errors);
        return context.hasSecret() ? options.authenticatorSupplier(context.secret()::door) : options;
    }

    private AeronArchive.Context proving(AeronArchive.Context client) {
        return context.hasSecret() ? client.credentialsSupplier(context.secret()) : client;
    }

    private AeronArchive.Context archiveClient() {
        return proving(new AeronArchive.Context())
                .aeronDirectoryName(context.aeronDirectory())
                .lock(NoOpLock.INSTANCE)
                .controlRequestChannel(archive.context().localControlChannel())
                .controlRequestStreamId(archive.context().localControlStreamId())
                .controlResponseChannel(archive.context().localControlChannel());
    }

    /** Whoever lacks only one other node waits for it at a start for a few heartbeats, and then goes on without it. */
    private ConsensusModule.Context consensusOptions() {
        String members = IntStream.range(0, context.members.size())
                .mapToObj(id -> context.members.get(id).entry(id))
                .collect(Collectors.joining("|"));
        return options.electionTimeoutNs(context.heartbeatNs() / 2)
                .random(new Nomination(context.node, options))
                .aeronDirectoryName(context.aeronDirectory())
                .clusterDir(context.consensusDirectory().toFile())
                .clusterMemberId(context.node)
                .clusterMembers(members)
                .serviceCount(1)
                .archiveContext(archiveClient())
                .replicationChannel(context.own().logReplicationChannel())
                .ingressChannel("aeron:udp")
                .isIpcIngressAllowed(true)
                .authenticatorSupplier(sessions::door)
                .logChannel("aeron:udp?term-length=" + context.termBytes + "|mtu=" + datagramBytes + "|fc=min,t:"
                        + context.followerTimeoutMs + "ms")
                .fileSyncLevel(context.isForced ? 1 : 0)
                .clusterClock(SteadyClock.INSTANCE)
                .epochClock(SteadyClock.INSTANCE)
                .sessionTimeoutNs(SESSION_TIMEOUT_NS)
                .maxConcurrentSessions(MOST_SESSIONS)
                .leaderHeartbeatTimeoutNs(context.heartbeatNs())
                .leaderHeartbeatIntervalNs(context.heartbeatNs() / 5)
                .electionStatusIntervalNs(context.heartbeatNs() / 20)
                .startupCanvassTimeoutNs(context.heartbeatNs() * 4)
                .idleStrategySupplier(() -> guard.looking(idle()))
                .threadFactory(this::thread)
                .terminationHook(ended)
                .errorHandler(guard::hear);
    }

    private LogReader reader(LogService service) {
        Aeron aeron = readerAeron();
        MarkRecorder marks = new MarkRecorder(aeron, archiveClient(), errors, SystemNanoClock.INSTANCE);
        return new LogReader(consensus.context(), aeron, marks, service, idle(), errors, ended);
    }

    /** Its conductor sees soon what a mark waits for: after 16 ms by Aeron's default. */
    private Aeron readerAeron() {
        return Aeron.connect(context.driverClient(errors)
                .idleStrategy(new SleepingMillisIdleStrategy(CONDUCTOR_NAP_MS))
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .awaitingIdleStrategy(YieldingIdleStrategy.INSTANCE)
                .clientName("log-reader"));
    }

    private void unite() {
        if (consensus != null) {
            RecordedMarks.unite(context.consensusDirectory());
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosing = true;
        }
        CloseHelper.closeAll(errors, consensus, reader, this::unite, archive, driver, buffers);
    }
}

package bankroll.cluster;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.PageCache;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.RecordingDescriptorConsumer;
import io.aeron.exceptions.AeronException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps this node's part of Aeron's log short: whole files that lie behind its newest mark, and further back than
 * {@link ClusterContext#keptBytes}, are deleted, and all marks but two. An agent.
 * Of what stays, only the end is kept in memory. Beside that it asks whether the others take this node's secret.
 *
 * <p>A node that comes back reads from its own newest mark or from its own end on, what it lacks from the leader. If what it
 * lacks is no longer there, Aeron would try for ever: this says so and ends the node.
 */
final class LogRetention implements Agent, AutoCloseable {
    private static final long EVERY_MS = 1_000;
    private static final long LONGEST_ELECTION_NS = TimeUnit.SECONDS.toNanos(5);

    private final ClusterContext context;
    private final BooleanSupplier isElected;
    private final Supplier<AeronArchive> own;
    private final IntFunction<AeronArchive> ofMember;
    private final ErrorHandler errors;
    private final Consumer<Throwable> end;
    private final NanoClock clock;
    private final Doorbell doorbell = Doorbell.every(EVERY_MS);
    private final Pages pages;
    private final SecretWatch secrets;
    private AeronArchive archive;
    private long markSeen = -1;
    private RecordedMarks marks = RecordedMarks.NONE;
    private long bookLength;
    private boolean hasNoLeftOver;
    private long electionSinceNs;
    private volatile boolean isClosed;
    private AgentHost.Hosted hosted = () -> {};
    /** The first byte of the log that this node keeps. Any thread. */
    volatile long start;
    /** Bytes of the log that this node keeps. Any thread. */
    volatile long bytes;

    /**
     * Prepares it.
     *
     * @param isElected whether no election is under way
     * @param own connects to this node's archive
     * @param ofMember connects to another one's
     * @param end ends the node
     */
    LogRetention(
            ClusterContext context,
            BooleanSupplier isElected,
            Supplier<AeronArchive> own,
            IntFunction<AeronArchive> ofMember,
            ErrorHandler errors,
            Consumer<Throwable> end,
            NanoClock clock) {
        this.context = context;
        this.isElected = isElected;
        this.own = own;
        this.ofMember = ofMember;
        this.errors = errors;
        this.end = end;
        this.clock = clock;
        pages = new Pages(context, PageCache::forget);
        secrets = new SecretWatch(context, ofMember, clock.nanoTime());
    }

    LogRetention begin() {
        hosted = AgentHost.THREADS.host(this, doorbell, FailurePolicy.goOn(errors));
        return this;
    }

    /** A node that begins has other things to do first. */
    @Override
    public void onStart() {
        doorbell.idle();
    }

    @Override
    public int doWork() {
        try {
            if (archive == null) {
                archive = own.get();
            }
            read();
            if (marks.log() >= 0) {
                long recorded = archive.getMaxRecordedPosition(marks.log());
                boolean isMarkNew =
                        marks.newest().isPresent() && marks.newest().get().position() != markSeen;
                if (!deletesLeftOver() && isMarkNew) {
                    purge(recorded);
                    markSeen = marks.newest().get().position();
                }
                start = archive.getStartPosition(marks.log());
                bytes = recorded - start;
                pages.recorded(marks.log(), start, recorded);
            }
            requireWithinReach();
            secrets.turn(clock.nanoTime());
        } catch (RuntimeException later) {
            // whatever it is, the next turn may find otherwise: without a next one the disk fills
            disconnect();
            if (!isClosed) {
                errors.onError(later);
            }
        }
        return 0;
    }

    /** While the node runs its books grow with each mark, and are never shortened. */
    private void read() {
        Path directory = context.consensusDirectory();
        long length = RecordedMarks.length(directory);
        if (length != bookLength) {
            marks = RecordedMarks.read(directory);
            bookLength = length;
        }
    }

    /**
     * Once: Aeron says first where the log begins now, and deletes the files before it one by one. A process that was killed
     * meanwhile has left some, which no later purge asks for.
     *
     * @return whether it begins to: as long as it does, it refuses a purge
     */
    private boolean deletesLeftOver() {
        if (hasNoLeftOver) {
            return false;
        }
        long files = archive.deleteDetachedSegments(marks.log());
        hasNoLeftOver = true;
        return files > 0;
    }

    private void purge(long recorded) {
        Extent extent = Extent.of(archive, ArchiveTail.LOG_STREAM);
        List<SeedMark> all = marks.marks();
        for (SeedMark old : all.subList(0, Math.max(0, all.size() - RecordedMarks.KEPT))) {
            purge(extent, old.moduleRecording());
            purge(extent, old.serviceRecording());
        }
        long oldest = all.get(Math.max(0, all.size() - RecordedMarks.KEPT)).position();
        long wanted = Math.min(oldest, recorded - context.keptBytes);
        long from = extent.hasLog() && extent.log == marks.log() ? extent.fileOf(wanted) : 0;
        if (from > extent.startPosition) {
            archive.purgeSegments(marks.log(), from);
        }
    }

    private void purge(Extent extent, long recording) {
        if (extent.holds(recording)) {
            archive.purgeRecording(recording);
        }
    }

    /** An election that doesn't end may be one in which this node asks for what nobody has any more. */
    private void requireWithinReach() {
        if (isElected.getAsBoolean()) {
            electionSinceNs = clock.nanoTime();
            return;
        }
        if (electionSinceNs == 0) {
            electionSinceNs = clock.nanoTime();
        }
        if (clock.nanoTime() - electionSinceNs > LONGEST_ELECTION_NS) {
            electionSinceNs = clock.nanoTime();
            long reached = marks.log() >= 0
                    ? archive.getMaxRecordedPosition(marks.log())
                    : marks.newest().map(SeedMark::position).orElse(0L);
            OptionalLong missing = firstKeptByOthers();
            if (missing.isPresent() && missing.getAsLong() > reached) {
                end.accept(new ConditionException(
                        ExitCode.DAMAGE,
                        "this node's log ends at byte " + reached + ", those of the others begin at byte "
                                + missing.getAsLong() + ": it was away for longer than the log is kept",
                        ClusterContext.CURE));
            }
        }
    }

    /** The first byte of the log that anybody has who answers. */
    private OptionalLong firstKeptByOthers() {
        OptionalLong first = OptionalLong.empty();
        for (int member = 0; member < context.members.size(); member++) {
            if (member == context.node) {
                continue;
            }
            try (AeronArchive other = ofMember.apply(member)) {
                secrets.taken(member);
                Extent extent = Extent.of(other, ArchiveTail.LOG_STREAM);
                if (extent.hasLog()) {
                    first = OptionalLong.of(Math.min(first.orElse(Long.MAX_VALUE), extent.startPosition));
                }
            } catch (AeronException notThere) {
                // an election that lasts is one in which others are away, too
                secrets.failed(member, notThere);
            }
        }
        return first;
    }

    private void disconnect() {
        if (archive != null) {
            archive.close();
            archive = null;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        hosted.end();
    }

    @Override
    public void onClose() {
        disconnect();
    }

    @Override
    public String roleName() {
        return "log-retention";
    }

    /** What an archive holds: every recording's number and stream, and what the newest recording of the log is like. One thread. */
    static final class Extent implements RecordingDescriptorConsumer {
        private final LongHashSet recordings = new LongHashSet();
        private final LongArrayList ofStream = new LongArrayList();
        private final IntHashSet streams = new IntHashSet();
        private final int logStream;
        private long log = AeronArchive.NULL_POSITION;
        /** The first byte that is still there. */
        private long startPosition;

        private int segmentBytes;
        int firstTerm;
        int termBytes;
        int datagramBytes;
        /** Of the longest recording that ended. */
        long logBytes;

        private Extent(int logStream) {
            this.logStream = logStream;
        }

        static Extent of(AeronArchive archive, int logStream) {
            Extent found = new Extent(logStream);
            archive.listRecordings(0, Integer.MAX_VALUE, found);
            return found;
        }

        boolean holds(long recording) {
            return recordings.contains(recording);
        }

        /** The recordings of the stream that was asked for. */
        LongArrayList ofStream() {
            return ofStream;
        }

        boolean hasStream(int stream) {
            return streams.contains(stream);
        }

        boolean hasLog() {
            return log >= 0;
        }

        /** Where the file begins that holds this byte: what is before it can be deleted. */
        long fileOf(long position) {
            return AeronArchive.segmentFileBasePosition(startPosition, position, termBytes, segmentBytes);
        }

        @Override
        public void onRecordingDescriptor(
                long controlSessionId,
                long correlationId,
                long recordingId,
                long startTimestamp,
                long stopTimestamp,
                long start,
                long stop,
                int initialTermId,
                int segmentFileLength,
                int termBufferLength,
                int mtuLength,
                int sessionId,
                int streamId,
                String strippedChannel,
                String originalChannel,
                String sourceIdentity) {
            recordings.add(recordingId);
            streams.add(streamId);
            if (streamId == logStream) {
                ofStream.addLong(recordingId);
                log = recordingId;
                startPosition = start;
                firstTerm = initialTermId;
                termBytes = termBufferLength;
                datagramBytes = mtuLength;
                segmentBytes = segmentFileLength;
                logBytes = Math.max(logBytes, stop - start);
            }
        }
    }

    /**
     * Which of the log's files the system keeps in memory: the newest, that a node which comes back may lack. The pages of what
     * is older are just what the archive needs for what comes, as those of full journal files are for the next one in reserve.
     * One thread.
     */
    static final class Pages {
        private final ClusterContext context;
        private final Consumer<Path> forget;
        private long forgotten;

        /** Prepares it: it tells the system to forget a file. */
        Pages(ClusterContext context, Consumer<Path> forget) {
            this.context = context;
            this.forget = forget;
        }

        /**
         * The log, a recording of the archive, is on disk up to {@code end}. Each of its files holds a term, and is named after
         * the byte with which the term begins. A log whose terms once had another length stays as the system likes.
         */
        void recorded(long recording, long start, long end) {
            long kept = termOf(end - context.cachedBytes);
            for (long at = Math.max(termOf(start), forgotten); at < kept; at += context.termBytes) {
                forget.accept(context.recorded(recording, at));
                forgotten = at + context.termBytes;
            }
        }

        private long termOf(long position) {
            return position & -context.termBytes;
        }
    }
}

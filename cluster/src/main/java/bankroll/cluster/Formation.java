package bankroll.cluster;

import bankroll.cluster.LogRetention.Extent;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.engine.LogMark;
import bankroll.journal.files.DurableFiles;
import io.aeron.archive.client.AeronArchive;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node without a log begins one only together with all others. One that has lost its log votes as if it had never confirmed
 * anything, and would help a node to lead that lacks what was acknowledged.
 *
 * <pre>
 *   EMPTY ── every other node seen EMPTY or PREPARED ──► PREPARED ── all PREPARED, or any LOGGED ──► takes part: LOGGED
 *     └── any other LOGGED: this node's place is one that may have confirmed bookings; it ends, and has to be seeded
 * </pre>
 *
 * <p>Each sees how the others stand from what their archives hold. A log begins only once all are PREPARED. So whoever is EMPTY
 * beside a log has lost what it had, and whoever is PREPARED never had one. One thread; {@link #waitsFor} and {@link #end} are
 * for any.
 */
final class Formation {
    /** What an archive knows the empty recording by that makes a node PREPARED. */
    static final int STREAM = 2_901;

    private static final Logger LOG = LoggerFactory.getLogger(Formation.class);
    private static final String CHANNEL = "aeron:ipc?term-length=64k";
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TOLD_FIRST_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long TOLD_AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    /** How a node stands, as its archive shows it; each comes after the one before it. */
    enum Standing {
        /** It has not answered. */
        UNKNOWN,
        /** It has no log. */
        EMPTY,
        /** It has none, and all others had none. */
        PREPARED,
        /** It has one. */
        LOGGED
    }

    /** What came of asking a node last. */
    private enum Answer {
        NONE("does not answer"),
        REFUSED("refuses this node's secret: cluster.secret-file is not the same on both"),
        GIVEN("has not seen all others");

        private final String words;

        Answer(String words) {
            this.words = words;
        }
    }

    private final ClusterContext context;
    private final Supplier<AeronArchive> own;
    private final IntFunction<AeronArchive> ofMember;
    private final Standing[] standings;
    private final Answer[] answers;
    private boolean isPrepared;
    private volatile Thread waiting;
    private volatile boolean isEnded;
    private volatile String waitsFor = "";

    /**
     * Prepares it.
     *
     * @param own connects to this node's archive, which runs
     * @param ofMember connects to another one's
     */
    Formation(ClusterContext context, Supplier<AeronArchive> own, IntFunction<AeronArchive> ofMember) {
        this.context = context;
        this.own = own;
        this.ofMember = ofMember;
        this.standings = new Standing[context.members.size()];
        this.answers = new Answer[context.members.size()];
        Arrays.fill(standings, Standing.UNKNOWN);
        Arrays.fill(answers, Answer.NONE);
    }

    /**
     * Waits until this node may take part in a log.
     *
     * @return false when it was told to {@link #end}
     * @throws ConditionException when it must not: others have a log, and this node has lost its own
     */
    boolean await() {
        if (RecordedMarks.read(context.consensusDirectory()).hasLog()) {
            return !isEnded;
        }
        waiting = Thread.currentThread();
        isPrepared = wasPrepared();
        long tellNs = System.nanoTime() + TOLD_FIRST_NS;
        while (!mayBegin() && !isEnded) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while it waits for " + waitsFor);
            }
            if (System.nanoTime() - tellNs > 0) {
                tell();
                tellNs = System.nanoTime() + TOLD_AGAIN_NS;
            }
            LockSupport.parkNanos(NAP_NS);
        }
        waitsFor = "";
        return !isEnded;
    }

    /**
     * Whether this node needs no journal to go on: it began without one, no mark was made since, and what it has of a log, if
     * anything, is there from the first byte on. So it was ended before it had an archive, while it waited here for the others,
     * or before its journal had, or had on disk, the first entry. All entries come again from the log, and it votes by what the
     * log holds, whoever deleted the journal. Whether it may take part {@link #await} tells. Told by what is on the disk, while
     * no node runs on it.
     */
    static boolean isUnderWay(ClusterContext context) {
        if (!LogMark.kept(context.directory()).equals(Optional.of(LogMark.START))) {
            return false;
        }
        RecordedMarks book = RecordedMarks.read(context.consensusDirectory());
        Set<Long> whole = new HashSet<>();
        Set<Long> others = new HashSet<>();
        ArchiveTail.recordings(context.archiveDirectory(), recording -> {
            boolean isLog = recording.streamId() == ArchiveTail.LOG_STREAM && recording.startPosition() == 0;
            boolean isFormation = recording.streamId() == STREAM;
            // what was begun for a mark is none without the book
            boolean isMarks = MarkSnapshot.isRecordedIn(recording.streamId());
            (isLog || isFormation || isMarks ? whole : others).add(recording.recordingId());
        });
        return others.isEmpty() && book.marks().isEmpty() && (book.log() < 0 || whole.contains(book.log()));
    }

    /** By an earlier start. What was copied of a log that Aeron's book doesn't know yet may have been confirmed all the same. */
    private boolean wasPrepared() {
        try (AeronArchive archive = own.get()) {
            Extent holds = Extent.of(archive, ArchiveTail.LOG_STREAM);
            if (holds.logBytes > 0) {
                throw refused("this node was ended while it began to copy the log, of which " + holds.logBytes
                        + " bytes are here: it may have confirmed them, and does not know them");
            }
            return holds.hasStream(STREAM);
        }
    }

    /** Where a log has begun all were PREPARED before, so that nobody is refused for this one's haste. */
    private boolean mayBegin() {
        look();
        if (!isPrepared) {
            requireNoLogElsewhere();
            if (othersAreAtLeast(Standing.EMPTY)) {
                prepare();
                isPrepared = true;
            }
        }
        waitsFor = awaited(isPrepared ? Standing.PREPARED : Standing.EMPTY);
        return isPrepared && (firstLogged() >= 0 || othersAreAtLeast(Standing.PREPARED));
    }

    private void look() {
        for (int member = 0; member < standings.length && !isEnded; member++) {
            if (member != context.node) {
                look(member);
            }
        }
    }

    /** What a node has shown once holds, should it be away now. Whatever comes of asking one: the next turn may find otherwise. */
    private void look(int member) {
        try (AeronArchive other = ofMember.apply(member)) {
            Standing found = standing(Extent.of(other, ArchiveTail.LOG_STREAM));
            if (found.compareTo(standings[member]) > 0) {
                standings[member] = found;
            }
            answers[member] = Answer.GIVEN;
        } catch (RuntimeException notNow) {
            answers[member] = SharedSecret.isRefused(notNow) ? Answer.REFUSED : Answer.NONE;
            LOG.debug("Node {} does not say how it stands", member, notNow);
        }
    }

    private static Standing standing(Extent holds) {
        if (holds.hasLog()) {
            return Standing.LOGGED;
        }
        return holds.hasStream(STREAM) ? Standing.PREPARED : Standing.EMPTY;
    }

    private void requireNoLogElsewhere() {
        int logged = firstLogged();
        if (logged >= 0) {
            throw refused("this node has no log, and " + name(logged)
                    + " has one: the cluster has begun, and this node may have confirmed what it has no longer");
        }
    }

    private static ConditionException refused(String what) {
        return new ConditionException(
                ExitCode.CONFIGURATION,
                what,
                ClusterContext.CURE + "; to begin a new log instead, remove the directory " + ClusterContext.DIRECTORY
                        + " of all nodes while none runs");
    }

    private int firstLogged() {
        return others().filter(member -> standings[member] == Standing.LOGGED)
                .findFirst()
                .orElse(-1);
    }

    private boolean othersAreAtLeast(Standing wanted) {
        return others().allMatch(member -> standings[member].compareTo(wanted) >= 0);
    }

    private IntStream others() {
        return IntStream.range(0, standings.length).filter(member -> member != context.node);
    }

    /** On this disk before anybody can rely on it; were it lost, this node would only be refused. */
    private void prepare() {
        try (AeronArchive archive = own.get()) {
            EmptyRecording.make(archive, CHANNEL, STREAM, 0);
            DurableFiles.forceFile(context.archiveDirectory().resolve(ArchiveTail.CATALOG));
            DurableFiles.forceDirectory(context.archiveDirectory());
            DurableFiles.forceDirectory(context.directory());
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "can't keep what was seen of the other nodes in " + context.archiveDirectory() + ": "
                            + Reason.of(e),
                    "look at the disk and its permissions",
                    e);
        }
    }

    private String awaited(Standing wanted) {
        return others().filter(member -> standings[member].compareTo(wanted) < 0)
                .mapToObj(member -> name(member) + ", which " + answers[member].words)
                .collect(Collectors.joining("; "));
    }

    private String name(int member) {
        return "node " + member + " (" + context.members.get(member) + ")";
    }

    private void tell() {
        LOG.warn(
                LogId.CLUSTER_FORMING.marker(),
                "This node has no log yet, and begins one only together with all others. It waits for {}. Where one runs:"
                        + " does this machine reach its ports, and is cluster.secret-file the same?",
                waitsFor);
    }

    /** Which nodes are waited for and why, in words; empty for none. */
    String waitsFor() {
        return waitsFor;
    }

    /** Waits no longer. */
    void end() {
        isEnded = true;
        LockSupport.unpark(waiting);
    }
}

package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import bankroll.journal.files.DurableFiles;
import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.RecordingSignal;
import io.aeron.cluster.RecordingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;
import org.agrona.IoUtil;

/**
 * Makes this node's part of the log anew from another node's mark, so that a start goes on from there: what a node without one,
 * or with one that nobody can continue, needs beside a journal that reaches the mark. The node doesn't run; its data
 * directory's lock is the caller's.
 *
 * <p>Until it is whole a file says that it isn't: a node that began without its log would vote as if it had never confirmed
 * anything.
 */
public final class PeerSeed {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NAP_NS = 1_000_000;
    private static final String UNDER_WAY = "seed-under-way";

    private final ClusterContext context;
    private final ErrorHandler errors;
    private long arrived;
    private boolean isOver;

    /**
     * Prepares it.
     *
     * @param context of this node
     * @param errors hears what Aeron says
     */
    public PeerSeed(ClusterContext context, ErrorHandler errors) {
        this.context = context.conclude();
        this.errors = errors;
    }

    /**
     * Deletes this node's part of the log, and takes the other's mark.
     *
     * @param from which member
     * @param mark of that member
     * @param began where that member's log began
     */
    public void take(int from, SeedMark mark, LogMark began) throws IOException {
        context.own().requireFree();
        DurableFiles.replace(underWay(context), new byte[0]);
        IoUtil.delete(context.directory().toFile(), false);
        Path consensus = context.consensusDirectory();
        Files.createDirectories(consensus);
        try (ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), errors, () -> {})) {
            node.startArchive();
            long service;
            long module;
            try (AeronArchive archive = node.archive(this::signalled)) {
                service = copy(archive, from, mark.serviceRecording());
                module = copy(archive, from, mark.moduleRecording());
            }
            try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
                append(book, service, mark, RecordedMarks.SERVICE);
                append(book, module, mark, RecordedMarks.MODULE);
                book.force(1);
            }
        }
        began.begin(context.directory());
        Files.delete(underWay(context));
        DurableFiles.forceDirectory(context.directory().getParent());
    }

    /** For a start: no seed has broken off here. */
    static void requireNoneUnderWay(ClusterContext context) {
        if (Files.exists(underWay(context))) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    "a seed of this node was not finished (" + underWay(context) + ")",
                    "run \"./bankroll cluster seed\" again");
        }
    }

    /** Beside the log, whose directory is deleted. */
    private static Path underWay(ClusterContext context) {
        return context.directory().resolveSibling(UNDER_WAY);
    }

    private static void append(RecordingLog book, long recording, SeedMark mark, int service) {
        book.appendSnapshot(recording, mark.term(), mark.termBase(), mark.position(), mark.timestampMs(), service);
    }

    private long copy(AeronArchive archive, int from, long recording) {
        arrived = Aeron.NULL_VALUE;
        isOver = false;
        archive.replicate(
                recording,
                Aeron.NULL_VALUE,
                archive.context().controlRequestStreamId(),
                context.members.get(from).archiveChannel(),
                null);
        long beganNs = System.nanoTime();
        while (!isOver) {
            archive.pollForRecordingSignals();
            archive.checkForErrorResponse();
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new ConditionException(
                        ExitCode.UNAVAILABLE,
                        "node " + from + " does not give its mark over " + context.members.get(from),
                        "can this machine reach that node's ports, and is cluster.secret-file the same?");
            }
            LockSupport.parkNanos(NAP_NS);
        }
        return arrived;
    }

    private void signalled(
            long session, long correlation, long recording, long subscription, long position, RecordingSignal signal) {
        if (signal == RecordingSignal.REPLICATE) {
            arrived = recording;
        }
        isOver |= signal == RecordingSignal.REPLICATE_END;
    }
}

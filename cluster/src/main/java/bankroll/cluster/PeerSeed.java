package bankroll.cluster;

import bankroll.cluster.LogRetention.Extent;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.engine.DataDirectory;
import bankroll.engine.LogMark;
import bankroll.journal.files.DurableFiles;
import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.codecs.RecordingSignal;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.TimeoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
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
     * Says on this disk that a seed is under way: before the journal gets anything of another node's, or the log is deleted. From
     * now on a start is refused, until {@link #take} has come to its end.
     */
    public void begin() {
        try {
            DurableFiles.replace(underWay(context), new byte[0]);
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "can't write " + underWay(context) + ": " + Reason.of(e),
                    "look at the disk and its permissions",
                    e);
        }
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
        begin();
        IoUtil.delete(context.directory().toFile(), false);
        Path consensus = context.consensusDirectory();
        Files.createDirectories(consensus);
        try (ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), errors, () -> {})) {
            node.startArchive();
            long serviceEnd = awaitEnd(node, from, mark.serviceRecording());
            long moduleEnd = awaitEnd(node, from, mark.moduleRecording());
            long service;
            long module;
            long log;
            try (AeronArchive archive = node.archive(this::signalled)) {
                service = copy(archive, from, mark.serviceRecording(), serviceEnd);
                module = copy(archive, from, mark.moduleRecording(), moduleEnd);
                log = beginLog(archive, log(node, from), mark.position());
            }
            try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
                book.appendTerm(log, mark.term(), mark.termBase(), mark.timestampMs());
                RecordedMarks.append(book, mark.recordedAs(module, service), 1);
            }
        }
        began.begin(context.directory());
        Files.delete(underWay(context));
        DurableFiles.forceDirectory(context.directory().getParent());
    }

    /** Beside the log, whose directory is deleted. */
    private static Path underWay(ClusterContext context) {
        return context.directory().resolveSibling(DataDirectory.SEED_UNDER_WAY);
    }

    /**
     * Copies a recording, and tells this archive's number of it. A copy that the other side closes early ends as a whole one
     * does, and of a short one Aeron doesn't always say that it is level: what is recorded before the answer to the request has
     * come is ended without a word. So where it ends has to say it.
     *
     * @param end of the recording
     */
    long copy(AeronArchive archive, int from, long recording, long end) {
        arrived = Aeron.NULL_VALUE;
        isOver = false;
        archive.replicate(
                recording,
                Aeron.NULL_VALUE,
                archive.context().controlRequestStreamId(),
                context.members.get(from).archiveChannel(),
                null);
        try {
            EmptyRecording.await(
                    () -> {
                        archive.pollForRecordingSignals();
                        archive.checkForErrorResponse();
                        return isOver;
                    },
                    () -> notGiven(from));
        } catch (ArchiveException e) {
            throw brokeOff(from, ": " + Reason.of(e), e);
        }
        if (arrived == Aeron.NULL_VALUE || end(archive, arrived, from) != end) {
            throw brokeOff(from, "", null);
        }
        return arrived;
    }

    private static ConditionException brokeOff(int from, String why, Throwable cause) {
        return new ConditionException(
                ExitCode.UNAVAILABLE,
                "the copy of node " + from + "'s mark broke off" + why,
                "look whether that node still runs, and run it again",
                cause);
    }

    private ConditionException notGiven(int from) {
        return new ConditionException(
                ExitCode.UNAVAILABLE,
                "node " + from + " does not give its mark over " + context.members.get(from),
                "can this machine reach that node's ports, and is cluster.secret-file the same?");
    }

    /**
     * Where a recording ends: a member shows its mark a moment before its archive has ended it. Of a member that refuses the
     * secret a copy would only break off.
     */
    long awaitEnd(ClusterNode node, int from, long recording) {
        return ask(node, from, other -> end(other, recording, from));
    }

    private long end(AeronArchive archive, long recording, int from) {
        return EmptyRecording.answer(
                () -> Optional.of(archive.getStopPosition(recording)).filter(at -> at != AeronArchive.NULL_POSITION),
                () -> notGiven(from));
    }

    /** What the other node's log is like: whoever goes on with it needs the same terms. */
    private Extent log(ClusterNode node, int from) {
        return ask(node, from, other -> Extent.of(other, ArchiveTail.LOG_STREAM));
    }

    /** Asks another member's archive, and again where it doesn't answer within two seconds: it may get its turn late. */
    private <T> T ask(ClusterNode node, int from, Function<AeronArchive, T> question) {
        return EmptyRecording.answer(
                () -> {
                    try (AeronArchive other = node.archiveOf(from)) {
                        return Optional.of(question.apply(other));
                    } catch (TimeoutException late) {
                        return Optional.empty();
                    } catch (AeronException e) {
                        throw refused(from, e);
                    }
                },
                () -> notGiven(from));
    }

    private static ConditionException refused(int from, AeronException why) {
        return SharedSecret.isRefused(why)
                ? new ConditionException(
                        ExitCode.CONFIGURATION,
                        "node " + from + " refuses this node's secret",
                        "give both the same cluster.secret-file, and run it again",
                        why)
                : brokeOff(from, ": " + Reason.of(why), why);
    }

    /**
     * Makes a log that is empty and begins behind the mark, and tells its number. Aeron goes on with it once this node is one of
     * the members. It would record a log that its book doesn't know, too, and forget at the next start what it has confirmed.
     *
     * <p>Its file is deleted, and made again when something comes: where another node leads by the first start, Aeron begins an
     * empty log anew where the leader's begins, and would never come past a file that is there already.
     */
    private long beginLog(AeronArchive archive, Extent theirs, long position) throws IOException {
        String channel = new ChannelUriStringBuilder()
                .media(CommonContext.IPC_MEDIA)
                .mtu(theirs.datagramBytes)
                .initialPosition(position, theirs.firstTerm, theirs.termBytes)
                .build();
        long log = EmptyRecording.make(archive, channel, ArchiveTail.LOG_STREAM, position);
        Files.delete(context.recorded(log, position & -theirs.termBytes));
        return log;
    }

    void signalled(
            long session, long correlation, long recording, long subscription, long position, RecordingSignal signal) {
        if (signal == RecordingSignal.REPLICATE) {
            arrived = recording;
        }
        isOver |= signal == RecordingSignal.REPLICATE_END;
    }
}

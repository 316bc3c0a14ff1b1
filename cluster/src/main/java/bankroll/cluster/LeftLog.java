package bankroll.cluster;

import bankroll.cluster.RecordedMessages.Extent;
import bankroll.cluster.RecordedMessages.Recording;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.engine.CommandLog;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.LogMark;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.DurableFiles;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.ClusterAction;
import io.aeron.cluster.codecs.ClusterActionRequestDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a node that goes on alone, without its cluster: what was acknowledged may stand in it and not in this node's own
 * journal, which follows the log a moment later, and is forced only now and then.
 *
 * <pre>
 *   newest mark ─► the log's messages to its end ─► LogMatch, LogMember: the journal's end is the log's ─► forced ─► "left"
 * </pre>
 *
 * <p>All that lies behind the mark is taken, what was confirmed and what wasn't: nobody was told of the latter, so it may be
 * booked or not. A log that is left is read no more, and no cluster goes on with it. A start that is killed before does all of it
 * again. It is the log of an engine that does nothing else; its files are read on the thread that joins.
 */
public final class LeftLog implements CommandLog {
    private static final Logger LOG = LoggerFactory.getLogger(LeftLog.class);
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final DiskWait DISK =
            new DiskWait(TimeUnit.SECONDS.toNanos(60), () -> LockSupport.parkNanos(NAP_NS), "");

    private static final String WITHOUT_THE_LOG =
            "to go on with this journal alone, keep a copy of the data directory and move its directory "
                    + ClusterContext.DIRECTORY
                    + " away (docs/cluster.md): what was acknowledged and is only in the log is lost";

    private final ClusterContext context;
    private long lastTerm = NO_TERM;

    LeftLog(ClusterContext context) {
        this.context = context;
    }

    /**
     * Brings the journal to the end of the node's own log, where there is one that wasn't left yet, and leaves it. For a start
     * without a cluster, before its engine is launched.
     *
     * @param context of the log; its directory alone is asked for
     * @param engines makes the options of an engine on the same directory, for this alone
     * @throws ConditionException when the log can't be read, or isn't that of the journal
     */
    public static void bring(ClusterContext context, Supplier<EngineContext> engines) {
        LeftLog log = new LeftLog(context);
        if (!log.isThere()) {
            return;
        }
        EngineContext options = engines.get().log(log);
        options.journal().syncPolicy(SyncPolicy.NONE);
        Engine engine = Engine.launchApart(options);
        try {
            engine.join();
        } finally {
            engine.close();
        }
    }

    /** Whether a start alone makes the journal from the log: it holds all since the ledger began. Looks at its files. */
    public static boolean holdsLedger(ClusterContext context) {
        LeftLog log = new LeftLog(context);
        if (!log.isThere() || !Formation.isUnderWay(context)) {
            return false;
        }
        boolean[] found = new boolean[1];
        log.recording(RecordedMarks.read(context.consensusDirectory()))
                .ifPresent(all -> log.messages(all)
                        .read(
                                all.start(),
                                (buffer, offset, length) -> found[0] |=
                                        templateOf(buffer, offset) == SessionMessageHeaderDecoder.TEMPLATE_ID));
        return found[0];
    }

    private boolean isThere() {
        boolean isBegun = LogMark.kept(context.directory()).isPresent()
                || Files.exists(context.archiveDirectory().resolve(ArchiveTail.CATALOG));
        return isBegun && !context.isLeft();
    }

    @Override
    public void join(Member member) {
        RecordedMarks book = RecordedMarks.read(context.consensusDirectory());
        Optional<Recording> recording = recording(book);
        long end = recording.isEmpty() ? withoutLog(member) : follow(member, book, recording.get());
        leave(member.sequence(), end);
    }

    /** One that never had any, or whose log was lost. */
    private static long withoutLog(Member member) {
        LOG.warn(
                LogId.CLUSTER_LEFT.marker(),
                "This node was one of a cluster, and goes on alone. It has no log: its journal ends at entry {}, and what the"
                        + " others acknowledged behind that is not in it. It can't go back: if other nodes of its cluster still"
                        + " run, end this one.",
                member.sequence());
        return 0;
    }

    /** Takes what lies behind the newest mark; tells where the log ends. */
    private long follow(Member member, RecordedMarks book, Recording recording) {
        long before = member.sequence();
        LogMark began = began();
        LogMark mark = mark(book);
        long from = book.newest().map(SeedMark::position).orElse(0L);
        member.begin(mark);
        LogMessages messages = new LogMessages(member, began, order -> {}, DISK);
        Extent read = messages(recording)
                .read(from, (buffer, offset, length) -> take(member, messages, buffer, offset, length));
        LogMark end = messages.forcedMark();
        long now = member.sequence();
        read.damage().ifPresent(what -> {
            throw damage("it can't be read on from byte " + read.end() + ", " + what + "; the journal ends at entry "
                    + now + ", and has all up to there");
        });
        LOG.warn(
                LogId.CLUSTER_LEFT.marker(),
                "This node was one of a cluster, and goes on alone. {} messages of its log were read, from byte {} up to its end,"
                        + " byte {} in term {}. They led to {} entries that the journal lacked: it ends at entry {}. It can't go"
                        + " back: if other nodes of its cluster still run, end this one.",
                messages.given(),
                from,
                read.end(),
                Math.max(lastTerm, book.newest().map(SeedMark::term).orElse(NO_TERM)),
                now - before,
                now);
        if (end.sequence() < now) {
            LOG.info("The journal goes on behind entry {}, with which the log ends.", end.sequence());
        }
        return read.end();
    }

    /** The book's own; where Aeron was ended before it had written one, what it had copied, and may have confirmed. */
    private Optional<Recording> recording(RecordedMarks book) {
        Optional<Recording> found = Recording.find(
                context.archiveDirectory(),
                each -> each.stream() == ArchiveTail.LOG_STREAM && (book.log() < 0 || each.id() == book.log()));
        if (found.isEmpty() && book.hasLog()) {
            throw damage(
                    "the log that " + context.consensusDirectory() + " names is not in " + context.archiveDirectory());
        }
        return found;
    }

    private RecordedMessages messages(Recording recording) {
        return new RecordedMessages(context.archiveDirectory(), recording, context.isForced);
    }

    private LogMark began() {
        return LogMark.kept(context.directory()).orElseThrow(() -> damage("where it began is not known"));
    }

    /** Behind which it is read. */
    LogMark mark(RecordedMarks book) {
        return book.newest().map(this::read).orElseGet(this::began);
    }

    /** What the service wrote is the last message of its recording, behind what Aeron writes for itself. */
    private LogMark read(SeedMark newest) {
        Recording recording = Recording.find(context.archiveDirectory(), each -> each.id() == newest.serviceRecording())
                .orElseThrow(() -> damage("its newest mark is not in " + context.archiveDirectory()));
        LogMark[] last = new LogMark[1];
        Extent read = messages(recording)
                .read(
                        recording.start(),
                        (buffer, offset, length) ->
                                last[0] = MarkSnapshot.isContent(length) ? LogMark.get(buffer, offset) : last[0]);
        read.damage().ifPresent(what -> {
            throw damage("its newest mark can't be read: " + what);
        });
        if (last[0] == null) {
            throw damage("its newest mark is not in recording " + recording.id());
        }
        return last[0];
    }

    private static ConditionException damage(String what) {
        return new ConditionException(
                ExitCode.DAMAGE,
                "this node was one of a cluster, and its log may hold acknowledged bookings that its journal lacks: "
                        + what,
                "start another node's data directory instead, if one is left; " + WITHOUT_THE_LOG);
    }

    private void take(Member member, LogMessages messages, DirectBuffer buffer, int offset, int length) {
        try {
            give(member, messages, buffer, offset, length);
            member.turn();
        } catch (ConditionException refused) {
            member.fail(refused);
            throw refused;
        } catch (RuntimeException | Error e) {
            ConditionException defect = new ConditionException(
                    ExitCode.DAMAGE,
                    "a message of this node's log can't be taken: " + Reason.of(e),
                    WITHOUT_THE_LOG,
                    e);
            member.fail(defect);
            throw defect;
        }
    }

    private void give(Member member, LogMessages messages, DirectBuffer buffer, int offset, int length) {
        switch (templateOf(buffer, offset)) {
            case SessionMessageHeaderDecoder.TEMPLATE_ID ->
                messages.take(
                        buffer,
                        offset + AeronCluster.SESSION_HEADER_LENGTH,
                        length - AeronCluster.SESSION_HEADER_LENGTH);
            case NewLeadershipTermEventDecoder.TEMPLATE_ID -> {
                messages.forgetParts();
                lastTerm = termOf(buffer, offset);
                member.beginTerm(lastTerm);
            }
            case ClusterActionRequestDecoder.TEMPLATE_ID -> {
                if (actionOf(buffer, offset) == ClusterAction.SNAPSHOT) {
                    messages.forgetParts();
                }
            }
            default -> {
                // sessions come and go
            }
        }
    }

    private static long termOf(DirectBuffer buffer, int offset) {
        return new NewLeadershipTermEventDecoder()
                .wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder())
                .leadershipTermId();
    }

    private static ClusterAction actionOf(DirectBuffer buffer, int offset) {
        return new ClusterActionRequestDecoder()
                .wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder())
                .action();
    }

    private static int templateOf(DirectBuffer buffer, int offset) {
        MessageHeaderDecoder head = new MessageHeaderDecoder().wrap(buffer, offset);
        if (head.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            throw new IllegalArgumentException("a message of schema " + head.schemaId() + " in the log");
        }
        return head.templateId();
    }

    /** From now on no start reads it, and no member goes on with it. */
    private void leave(long sequence, long end) {
        try {
            DurableFiles.replace(
                    context.left(),
                    ("this node goes on alone behind entry " + sequence + ", byte " + end + " of the log\n")
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "can't write " + context.left() + ": " + Reason.of(e),
                    "look at the disk and its permissions",
                    e);
        }
    }

    @Override
    public int turn() {
        return 0;
    }

    @Override
    public long term() {
        return NO_TERM;
    }

    @Override
    public boolean offer(DirectBuffer message, int offset, int length) {
        return false;
    }

    @Override
    public int mostBytes() {
        return Envelope.MOST_BYTES;
    }

    @Override
    public String leader() {
        return "";
    }

    @Override
    public double phase() {
        return 0;
    }

    @Override
    public void passOn() {
        // nobody else is there
    }

    @Override
    public void leave() {
        // join has come to its end
    }
}

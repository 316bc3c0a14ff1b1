package bankroll.cluster;

import bankroll.cluster.ConsensusLine.Join;
import bankroll.cluster.ConsensusLine.Recovery;
import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.ClusterAction;
import io.aeron.cluster.codecs.ClusterActionRequestDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/**
 * Reads the log where the consensus module says, as far as most nodes have it, and gives it to the service; makes the marks that it
 * comes to. It is in the place of Aeron's service container (ADR 38). An agent on a thread of its own, the log's.
 */
final class LogReader implements Agent, AutoCloseable {
    private static final int MOST_FRAGMENTS = 50;
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Nobody waits for a node that begins. */
    private static final long BEGIN_NS = TimeUnit.SECONDS.toNanos(30);

    private static final long LAST_TURN_S = 15;

    private final ConsensusModule.Context module;
    private final Aeron aeron;
    private final MarkRecorder marks;
    private final LogService service;
    private final IdleStrategy idle;
    private final ErrorHandler errors;
    private final Runnable ended;
    private final CountDownLatch isOver = new CountDownLatch(1);
    /** One for all logs: where one ends within a message, as it can where most nodes have it, the next goes on with the rest. */
    private final FragmentHandler messages = new ImageFragmentAssembler(this::onMessage);

    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private AgentRunner runner;
    private ConsensusLine line;
    /** Which log is being joined, or was last. */
    private Join joined;

    private Subscription log;
    private Image image;
    /** Up to which byte the log was read. */
    private long position;
    /** At which byte of the log its term began. */
    private long termBase;
    /** Where the marks stand that are made here. */
    private RecordingLog book;
    /** The one that is being made, or null. */
    private MarkSnapshot mark;

    private long markedNs;
    private long tickedNs;
    private boolean hasBegun;
    private volatile boolean isEnding;

    /**
     * Prepares it.
     *
     * @param module of this node, running
     * @param aeron a client for it alone, which throws on what a handler throws; closed at its end
     * @param ended called when it ends, and was not told to, and the service has not failed
     */
    LogReader(
            ConsensusModule.Context module,
            Aeron aeron,
            MarkRecorder marks,
            LogService service,
            IdleStrategy idle,
            ErrorHandler errors,
            Runnable ended) {
        this.module = module;
        this.aeron = aeron;
        this.marks = marks;
        this.service = service;
        this.idle = idle;
        this.errors = errors;
        this.ended = ended;
    }

    LogReader begin(ThreadFactory threads) {
        // what it throws it has told
        runner = new AgentRunner(idle, thrown -> {}, null, this);
        AgentRunner.startOnThread(runner, threads);
        return this;
    }

    @Override
    public void onStart() {
        aeron.addCloseHandler(this::awaitLastTurn);
        try {
            recover();
        } catch (Exception | Error e) {
            throw ending(e);
        }
    }

    /** From where on the log is to be read: behind the newest mark, or from its begin. */
    private void recover() {
        line = new ConsensusLine(module, aeron, this::nap);
        Recovery from = line.awaitRecovery();
        position = from.position();
        DiskWait disk = new DiskWait(BEGIN_NS, this::nap, "");
        Path directory = module.clusterDir().toPath();
        RecordedMarks recorded = RecordedMarks.read(directory);
        marks.deleteLeftOver(recorded, disk);
        MarkSnapshot.Content behind = null;
        if (from.mark().isPresent()) {
            behind = marks.read(from.mark().getAsLong(), disk);
            termBase = recorded.at(from.term(), position).termBase();
        }
        book = RecordedMarks.openSecond(directory);
        service.begin(behind, this::nap);
        hasBegun = true;
        line.begins(position);
    }

    @Override
    public int doWork() {
        try {
            return turn(marks.clock.nanoTime());
        } catch (Exception | Error e) {
            throw ending(e);
        }
    }

    private int turn(long nowNs) {
        if (isEnding) {
            return 0;
        }
        int work = 0;
        if (nowNs - tickedNs > TICK_NS) {
            tickedNs = nowNs;
            requireGoingOn();
            work = line.turn(position);
            join();
            marks.turn();
        }
        makeMark(nowNs);
        if (image != null) {
            int read = image.boundedPoll(messages, line.committed(), MOST_FRAGMENTS);
            work += read;
            if (read == 0 && isAtEnd()) {
                leave();
            }
        }
        service.turn(nowNs, position);
        return work;
    }

    /** Begins to read the next log; its image may take a moment, in which the orders are read on. */
    private void join() {
        Join next = line.next;
        if (next == null || image != null) {
            return;
        }
        if (next != joined) {
            CloseHelper.close(errors, log);
            joined = next;
            log = aeron.addSubscription(
                    new ChannelUriStringBuilder(next.channel())
                            .alias("log-reader")
                            .build(),
                    next.stream());
        }
        Image found = log.imageBySessionId(next.session());
        if (found != null) {
            read(found);
        }
    }

    private void read(Image found) {
        if (found.joinPosition() != position || joined.position() != position) {
            throw NewBeginning.because(
                    "the log was read up to byte " + position + ", and would go on from byte " + found.joinPosition()
                            + ", where byte " + joined.position() + " was wanted: this node begins anew");
        }
        image = found;
        line.next = null;
        line.reached(position);
        service.lead(joined.leads());
    }

    private boolean isAtEnd() {
        boolean isNextDue = line.next != null && image.position() >= line.next.position();
        return isNextDue || image.isEndOfStream() || image.isClosed();
    }

    private void leave() {
        position = Math.max(image.position(), position);
        if (mark != null) {
            // what is behind the last confirmed message may go with the log
            mark = null;
            service.marked(null);
        }
        CloseHelper.close(errors, log);
        image = null;
        service.lead(false);
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        head.wrap(buffer, offset);
        int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        if (head.templateId() == SessionMessageHeaderDecoder.TEMPLATE_ID) {
            position = header.position();
            int skipped = AeronCluster.SESSION_HEADER_LENGTH;
            if (service.take(position, buffer, offset + skipped, length - skipped)) {
                mark(new SessionMessageHeaderDecoder().wrap(buffer, body, head.blockLength(), head.version()));
            }
        } else if (head.templateId() == NewLeadershipTermEventDecoder.TEMPLATE_ID) {
            begin(new NewLeadershipTermEventDecoder().wrap(buffer, body, head.blockLength(), head.version()));
        } else if (head.templateId() == ClusterActionRequestDecoder.TEMPLATE_ID) {
            act(new ClusterActionRequestDecoder().wrap(buffer, body, head.blockLength(), head.version()));
        } else {
            // who comes and goes is in the messages
            position = header.position();
        }
    }

    private void begin(NewLeadershipTermEventDecoder term) {
        position = term.logPosition();
        termBase = term.termBaseLogPosition();
        service.beginTerm(term.leadershipTermId(), term.leaderMemberId());
    }

    /** A mark is to be made of what is before; one that is being made comes to its end first, or to the end of its time. */
    private void mark(SessionMessageHeaderDecoder order) {
        if (mark == null) {
            mark = markHere(order.leadershipTermId(), order.timestamp());
            markedNs = marks.clock.nanoTime();
        }
    }

    private MarkSnapshot markHere(long term, long timeMs) {
        return MarkSnapshot.of(service.mark(), term, termBase, position, timeMs);
    }

    private void act(ClusterActionRequestDecoder order) {
        position = order.logPosition();
        if (order.action() == ClusterAction.SNAPSHOT && order.flags() == ConsensusModule.CLUSTER_ACTION_FLAGS_DEFAULT) {
            service.forgetParts();
            mark = null;
            stopFor(markHere(order.leadershipTermId(), order.timestamp()));
        }
    }

    /** Takes the next step of making a mark, which is one once a book names it. */
    private void makeMark(long nowNs) {
        if (mark == null) {
            return;
        }
        SeedMark kept = marks.keep(mark);
        if (service.isSafe(mark) && kept != null) {
            RecordedMarks.append(book, kept, module.fileSyncLevel());
            marks.next();
            service.marked(mark.content().journal());
            mark = null;
        } else if (nowNs - markedNs > Standstill.Wait.FOR_A_MARK.longestNs) {
            throw Standstill.Wait.FOR_A_MARK.over();
        }
    }

    /** An earlier build leads: its marks are Aeron's snapshots, for which all nodes' consensus modules stop. */
    private void stopFor(MarkSnapshot ordered) {
        service.disk.await(
                () -> service.isSafe(ordered), "the disk of this node's journal has not answered to a force");
        long recording = marks.keepServices(ordered, service.disk);
        service.marked(ordered.content().journal());
        line.marked(ordered, recording);
    }

    /** Between two looks at what is waited for. */
    private void nap() {
        requireGoingOn();
        if (isEnding || Thread.currentThread().isInterrupted()) {
            throw new AgentTerminationException("it was told to end");
        }
        idle.idle();
        if (hasBegun) {
            service.turn(marks.clock.nanoTime(), position);
        }
    }

    private void requireGoingOn() {
        if (aeron.isClosed() || line != null && line.isModuleGone()) {
            throw new AgentTerminationException(
                    "Aeron has given up the log's thread, or its consensus module has ended");
        }
    }

    /** What the service can't do ends the process. */
    private AgentTerminationException ending(Throwable cause) {
        if (cause instanceof AgentTerminationException told) {
            if (!isEnding) {
                ended.run();
            }
            return told;
        }
        service.fail(cause);
        return new AgentTerminationException(cause);
    }

    /** Aeron's client has ended by itself: what it has mapped may go once nobody looks at it. Its conductor's thread. */
    private void awaitLastTurn() {
        try {
            isOver.await(LAST_TURN_S, TimeUnit.SECONDS);
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onClose() {
        service.end();
        isOver.countDown();
    }

    @Override
    public String roleName() {
        return "log";
    }

    @Override
    public void close() {
        isEnding = true;
        CloseHelper.closeAll(errors, runner, marks, book, aeron);
    }
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.codecs.BooleanType;
import io.aeron.cluster.codecs.CanvassPositionDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.NewLeadershipTermEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node makes of its log when it has just started and a leader, played here, speaks in an unlucky moment. */
class PlayedLeaderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final int LEADER = 1;

    @TempDir
    private Path directory;

    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private final CanvassPositionDecoder canvass = new CanvassPositionDecoder();
    private long toldTerm = -1;
    private long toldEnd;

    /** One that was chosen, and whose other follower lacks much, calls only the log's first part confirmed. */
    @Test
    void shouldNotTakeItsLogForOneOfTheTermInWhichItsReplayEnds() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            NodeProcess node = begin(nodes);
            RecordingLog.Entry last = lastTerm(node);
            long term = last.leadershipTermId;

            play(nodes, () -> lead(term, term + 1, toldEnd, last.termBaseLogPosition), () -> {
                assertEquals(term, toldTerm, "of which term it says that its log is");
                return !node.isRunning();
            });

            assertEquals(ExitCode.IO, node.exitCode(), node::log);
            assertTrue(node.log().contains("this node's log is of term " + term), node::log);
            nodes.each(NodeProcess::start);
            nodes.awaitLevel();
            assertEquals("OK", nodes.ask("deposit d2 ann 5"));
            nodes.requireSameJournals();
        }
    }

    /** One that said, before the node had anything of the term, that it begins; and is heard late. Aeron cuts the log off. */
    @Test
    void shouldNotNoteWhereATermWasCutOffThatGoesOn() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            NodeProcess node = begin(nodes);
            RecordingLog.Entry last = lastTerm(node);
            long term = last.leadershipTermId;
            long begin = last.termBaseLogPosition;

            play(nodes, () -> lead(term, term, begin, begin), () -> toldEnd == begin);

            Eventually.within(PATIENCE, node::log, () -> lastTerm(node).logPosition == Aeron.NULL_VALUE);
        }
    }

    /** A node, alone, whose log has two terms. */
    private NodeProcess begin(Nodes nodes) {
        nodes.open("ann");
        nodes.awaitLevel();
        nodes.lead(nodes.follower());
        assertEquals("OK", nodes.ask("deposit d1 ann 5"));
        nodes.awaitLevel();
        nodes.each(NodeProcess::kill);
        return nodes.get(0).start();
    }

    private static RecordingLog.Entry lastTerm(NodeProcess node) {
        try (RecordingLog terms =
                new RecordingLog(node.options().consensusDirectory().toFile(), false)) {
            return terms.findLastTerm();
        }
    }

    /** Says something once the node has told of its log, and hears what it tells until something is so. */
    private void play(Nodes nodes, Supplier<UnsafeBuffer> said, BooleanSupplier done) {
        NodeProcess node = nodes.get(0);
        long term = lastTerm(node).leadershipTermId;
        try (MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true));
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                Subscription own =
                        aeron.addSubscription(nodes.get(LEADER).options().own().consensusChannel(), STREAM);
                ExclusivePublication way =
                        aeron.addExclusivePublication(node.options().own().consensusChannel(), STREAM)) {
            hearUntil(node, own, () -> toldTerm == term);
            UnsafeBuffer message = said.get();
            Eventually.within(PATIENCE, node::log, () -> way.offer(message) > 0);
            hearUntil(node, own, done);
        }
    }

    private void hearUntil(NodeProcess node, Subscription own, BooleanSupplier done) {
        Eventually.within(PATIENCE, node::log, () -> {
            own.poll((buffer, offset, length, header) -> hear(buffer, offset), 10);
            return done.getAsBoolean();
        });
    }

    private void hear(DirectBuffer buffer, int offset) {
        head.wrap(buffer, offset);
        if (head.templateId() == CanvassPositionDecoder.TEMPLATE_ID) {
            canvass.wrapAndApplyHeader(buffer, offset, head);
            toldTerm = canvass.logLeadershipTermId();
            toldEnd = canvass.logPosition();
        }
    }

    private static UnsafeBuffer lead(long logTerm, long term, long begin, long confirmed) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[128]);
        new NewLeadershipTermEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(logTerm)
                .nextLeadershipTermId(term)
                .nextTermBaseLogPosition(begin)
                .nextLogPosition(Aeron.NULL_VALUE)
                .leadershipTermId(term)
                .termBaseLogPosition(begin)
                .logPosition(begin)
                .commitPosition(confirmed)
                .leaderRecordingId(0)
                .timestamp(0)
                .leaderMemberId(LEADER)
                .logSessionId(1)
                .appVersion(SemanticVersion.compose(0, 0, 1))
                .isStartup(BooleanType.FALSE);
        return message;
    }
}

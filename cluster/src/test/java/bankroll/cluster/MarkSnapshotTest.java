package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.AeronCounters;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.service.ClusterCounters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Aeron's own consensus module, alone in its cluster, makes of our marks. */
class MarkSnapshotTest {
    private static final int STATE = 1;
    /** That a service says nothing in the log: as it is where nothing stands of it. */
    private static final String UNUSED_TRACKER =
            "18006b006f001000" + "0100000000000080" + "0000000000000080" + "0".repeat(16);

    @TempDir
    private Path directory;

    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
    private Running node;
    private ConsensusModule module;
    private ReaderSeat seat;

    @BeforeEach
    void start() {
        node = new Running(directory.resolve("archive"));
        begin(0);
    }

    private Path consensus() {
        return directory.resolve("consensus");
    }

    private void begin(long term) {
        RecordedMarks.unite(consensus());
        module = ConsensusModule.launch(new ConsensusModule.Context()
                .aeronDirectoryName(node.aeronDirectory())
                .clusterDir(consensus().toFile())
                .deleteDirOnStart(false)
                .clusterMemberId(0)
                .clusterMembers(MemberAddress.of(FreeMembers.next(1)).entry(0))
                .serviceCount(1)
                .archiveContext(node.options())
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .ingressChannel("aeron:udp")
                .isIpcIngressAllowed(true)
                .logChannel("aeron:udp?term-length=64k")
                .idleStrategySupplier(() -> YieldingIdleStrategy.INSTANCE)
                .errorHandler(faults::add));
        seat = new ReaderSeat(node, module.context());
        seat.reader.begin(Thread::new);
        awaitLead(term);
    }

    private void awaitLead(long term) {
        Eventually.within(
                PlayedModule.PATIENCE,
                () -> "it leads; " + seat.events + seat.faults + faults,
                () -> seat.service.leads
                        && seat.events.contains("term " + term)
                        && ConsensusModule.State.get(module.context().moduleStateCounter())
                                == ConsensusModule.State.ACTIVE);
        // nobody else is there
        for (int other = 1; other <= 2; other++) {
            seat.confirmations.enter(other, term);
            seat.confirmations.confirm(other, term, Long.MAX_VALUE);
        }
    }

    @AfterEach
    void close() {
        end();
        node.close();
    }

    private void end() {
        module.close();
        seat.reader.close();
        CountersReader counters = node.aeron.countersReader();
        for (int counter : new int[] {
            AeronCounters.CLUSTER_CONSENSUS_MODULE_STATE_TYPE_ID,
            AeronCounters.CLUSTER_COMMIT_POSITION_TYPE_ID,
            AeronCounters.CLUSTER_RECOVERY_STATE_TYPE_ID
        }) {
            Eventually.within(
                    PlayedModule.PATIENCE,
                    "its counters go",
                    () -> ClusterCounters.find(counters, counter, 0) == CountersReader.NULL_COUNTER_ID);
        }
    }

    /** As a leader orders it. */
    private void orderMark() {
        try (AeronCluster session = connect()) {
            offer(session, ReaderSeat.markOrder());
        }
    }

    /** Of Aeron's own. */
    private void orderSnapshot() {
        assertTrue(ClusterControl.ToggleState.SNAPSHOT.toggle(module.context().controlToggleCounter()));
    }

    private SeedMark mark(Runnable order) {
        int before = marks().size();
        order.run();
        Eventually.within(
                PlayedModule.PATIENCE,
                () -> "a mark is made; " + seat.faults + faults,
                () -> marks().size() > before && !seat.service.isMarking);
        return marks().get(before);
    }

    private List<SeedMark> marks() {
        return RecordedMarks.read(consensus()).marks();
    }

    /** Sessions have come and gone; those of later leaders may not have the number of one that a message still names. */
    @Test
    void shouldHaveAeronGoOnBehindIt() {
        long first = say("one");
        SeedMark mark = mark(this::orderMark);
        LogMark journal = seat.service.lastMark;
        end();

        begin(1);
        assertEquals(List.of("begin behind 4", "term 1"), seat.events);
        assertEquals(journal, seat.service.lastMark);
        assertTrue(seat.service.position > mark.position());
        long second = say("two");
        assertTrue(second > first, () -> first + " and " + second);
        end();

        begin(2);
        assertEquals(List.of("begin behind 4", "term 1", "two", "term 2"), seat.events);
        long third = say("three");
        assertTrue(third > second, () -> second + " and " + third);
        assertEquals(List.of(mark), marks());
        assertEquals(List.of(), faults);
    }

    /** Has a session that says something; tells its number. */
    private long say(String text) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.BYTES + text.length()]);
        Envelope.put(message, Envelope.MESSAGE, ReaderSeat.BEGAN, PlayedModule.TIME_MS);
        message.putStringWithoutLengthAscii(Envelope.BYTES, text);
        try (AeronCluster session = connect()) {
            offer(session, message);
            Eventually.within(
                    PlayedModule.PATIENCE, () -> "it is read; " + seat.events, () -> seat.events.contains(text));
            return session.clusterSessionId();
        }
    }

    private AeronCluster connect() {
        return AeronCluster.connect(new AeronCluster.Context()
                .aeron(node.aeron)
                .ownsAeronClient(false)
                .ingressChannel("aeron:ipc")
                .egressChannel("aeron:ipc"));
    }

    private static void offer(AeronCluster session, UnsafeBuffer message) {
        Eventually.within(
                PlayedModule.PATIENCE, "it is taken", () -> session.offer(message, 0, message.capacity()) > 0);
    }

    @Test
    void shouldHoldWhatAeronsOwnHolds() {
        SeedMark aerons = mark(this::orderSnapshot);
        MarkSnapshot own = MarkSnapshot.of(
                new MarkSnapshot.Content(seat.service.lastMark, 0),
                aerons.term(),
                aerons.termBase(),
                aerons.position(),
                aerons.timestampMs());
        List<String> found = RecordedWords.of(node.archive, aerons.moduleRecording(), MarkSnapshot.MODULE_STREAM);
        List<String> wanted = RecordedWords.of(own.module());

        assertEquals(
                RecordedWords.of(own.service()),
                RecordedWords.of(node.archive, aerons.serviceRecording(), MarkSnapshot.SERVICE_STREAM));
        assertEquals(4, found.size());
        assertEquals(withoutSession(wanted.get(STATE)), withoutSession(found.get(STATE)));
        assertEquals(UNUSED_TRACKER, found.get(STATE + 1), "a service that speaks to the log");
        assertEquals(List.of(wanted.get(0), wanted.get(2)), List.of(found.get(0), found.get(3)));
    }

    /** The next session's number follows the message's head. */
    private static String withoutSession(String state) {
        int head = 2 * MessageHeaderEncoder.ENCODED_LENGTH;
        return state.substring(0, head) + state.substring(head + 2 * Long.BYTES);
    }
}

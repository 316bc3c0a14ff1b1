package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.cluster.Envelope.MarkOrder;
import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.cluster.ConsensusModule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;

/** The log's thread, turn by turn, and an engine that notes what it gets. */
final class ReaderSeat implements AutoCloseable {
    static final LogMark BEGAN = new LogMark(3, 4, 5);
    static final int TURNS = 5;

    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    /** What ended the node. */
    final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger ended = new AtomicInteger();
    final AtomicInteger roleChanges = new AtomicInteger();
    final Confirmations confirmations = new Confirmations(
            new ClusterContext().node(0).members(Collections.nCopies(3, new MemberAddress("h", 9010))));
    final LogService service = new LogService(
            new Engine(),
            TimeUnit.HOURS.toNanos(1),
            BEGAN,
            order -> {},
            roleChanges::incrementAndGet,
            confirmations,
            term -> true);
    final Aeron aeron;
    final MarkRecorder marks;
    final LogReader reader;
    volatile boolean isForced = true;
    /** How far the time is ahead. */
    volatile long aheadNs;
    /** What happens while it asks the disk. */
    volatile Runnable atForce = () -> {};
    /** What the engine does at a message. */
    volatile Runnable atMessage = () -> {};

    /** What a leader says that wants a mark. */
    static UnsafeBuffer markOrder() {
        UnsafeBuffer order = new UnsafeBuffer(new byte[Envelope.BYTES + HandOverOrder.BYTES]);
        Envelope.put(order, Envelope.ORDER, BEGAN, PlayedModule.TIME_MS);
        MarkOrder.put(new UnsafeBuffer(order, Envelope.BYTES, HandOverOrder.BYTES));
        return order;
    }

    ReaderSeat(Running node, ConsensusModule.Context module) {
        aeron = node.client();
        marks = new MarkRecorder(aeron, node.options(), errors::add, () -> System.nanoTime() + aheadNs);
        reader = new LogReader(
                module, aeron, marks, service, YieldingIdleStrategy.INSTANCE, errors::add, ended::incrementAndGet);
    }

    private final class Engine extends QuietMember {
        private int taken;

        @Override
        public void begin(LogMark mark) {
            events.add("begin behind " + mark.sequence());
            taken = (int) mark.sequence();
        }

        @Override
        public boolean take(DirectBuffer buffer, int offset, int length, long timestampMs) {
            atMessage.run();
            byte[] text = new byte[length];
            buffer.getBytes(offset, text);
            events.add(new String(text, StandardCharsets.US_ASCII));
            taken++;
            return true;
        }

        @Override
        public void beginTerm(long term) {
            events.add("term " + term);
        }

        @Override
        public LogMark mark() {
            return new LogMark(taken, taken, taken);
        }

        @Override
        public boolean isForced(LogMark mark) {
            atForce.run();
            return isForced;
        }

        @Override
        public void fail(Throwable cause) {
            faults.add(cause);
        }
    }

    /** Begins, and has the module hear of it. */
    ReaderSeat started(PlayedModule module) {
        reader.onStart();
        Eventually.within(
                PlayedModule.PATIENCE, "it answers", () -> !module.answers().isEmpty());
        return this;
    }

    /** Some turns more. */
    void turns() {
        for (int turn = 0; turn < TURNS; turn++) {
            aheadNs += TimeUnit.MILLISECONDS.toNanos(2);
            reader.doWork();
        }
    }

    /** As many as an archive takes to keep something. */
    void manyTurns() {
        int[] left = {30};
        turnUntil("they are over", () -> left[0]-- == 0);
    }

    void turnUntil(String what, BooleanSupplier done) {
        Eventually.within(PlayedModule.PATIENCE, () -> what + "; " + events + faults + errors, () -> {
            reader.doWork();
            return done.getAsBoolean();
        });
    }

    @Override
    public void close() {
        reader.onClose();
        reader.close();
    }
}

package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.Counter;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.StreamCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.concurrent.status.CountersReader;

/** Member 1 of three, which leads, with an Aeron of its own: the test is its log, its clock and its elections. */
final class HandOverSeat implements AutoCloseable {
    static final long TERM = 7;
    static final HandOverOrder PREPARE = new HandOverOrder(HandOverOrder.NOBODY_YET, TERM);
    private static final Duration LONG = Duration.ofSeconds(20);

    final List<HandOverOrder> offered = new ArrayList<>();
    final ClusterContext context;
    final Counter election;
    final Counter elected;
    final ConsensusModule.Context consensus;
    final LogService service = new LogService(null, 0, null, order -> {}, () -> {}, null, term -> true);
    final HandOverOrders orders;
    final HandOver handOver;
    volatile long nowNs = TimeUnit.DAYS.toNanos(1);
    volatile boolean hasEnded;
    boolean isLogFree = true;
    Thread asking;
    private final String members = FreeMembers.next(3);
    private final MediaDriver driver = MediaDriver.launchEmbedded(
            new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
    /** What Aeron met with. */
    final List<Throwable> faults = new CopyOnWriteArrayList<>();

    final Aeron aeron = Aeron.connect(
            new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()).errorHandler(faults::add));
    private final List<ReadyNews> others = new ArrayList<>();
    private int listeners;

    HandOverSeat() {
        context = member(1);
        TestCounters counters = new TestCounters();
        election = counters.counter(ElectionState.CLOSED.code());
        elected = counters.counter(TERM);
        consensus = new ConsensusModule.Context().electionStateCounter(election).leadershipTermIdCounter(elected);
        orders = new HandOverOrders(
                context, consensus, look -> !hasEnded && look.test(consensus), service, failure -> {}, () -> nowNs);
        handOver = new HandOver(context, orders, service, () -> nowNs);
        service.leads = true;
        service.leader = context.node;
    }

    ClusterContext member(int node) {
        return new ClusterContext()
                .dataDirectory(Path.of("data"))
                .node(node)
                .heartbeatMs(1_000)
                .members(
                        Arrays.stream(members.split(",")).map(MemberAddress::of).toList());
    }

    /** From now on it follows another. */
    void follow(int leader) {
        service.leads = false;
        service.leader = leader;
    }

    /** An operator asks for a node, or for any; the log has taken that all prepare. */
    CompletableFuture<Optional<String>> ask(OptionalInt named) {
        return ask(() -> handOver.ask(named));
    }

    /** It is asked in a thread; the log has taken that all prepare. */
    CompletableFuture<Optional<String>> ask(Callable<Optional<String>> question) {
        offered.clear();
        CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        asking = new Thread(() -> {
            try {
                answer.complete(question.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        asking.start();
        Eventually.within(LONG, "it has begun", () -> {
            turn(TERM);
            return !offered.isEmpty();
        });
        assertEquals(List.of(PREPARE), offered);
        return answer;
    }

    /** Another member says that it is ready in this term, and is heard. */
    void ready(int member, long term) {
        ReadyNews news = new ReadyNews(member(member), failure -> {});
        others.add(news);
        Eventually.within(LONG, "it says so", () -> news.say(aeron, context.node, term));
        Eventually.within(LONG, "it is heard", () -> {
            orders.turn(aeron);
            return orders.isReady(member, term);
        });
    }

    /** The log has brought that all prepare, and those that listen are there. */
    void reachAll() {
        orders.ordered(PREPARE);
        turn(TERM);
        Eventually.within(
                LONG,
                "all are reached",
                () -> IntStream.range(0, context.members.size())
                                .filter(orders::isOpen)
                                .count()
                        == listeners);
    }

    /** Whether a turn has it begin to say so. */
    boolean saysThatItIsReady() {
        turn(CommandLog.NO_TERM);
        aeron.addExclusivePublication("aeron:ipc", ReadyNews.STREAM + 1)
                .close(); // behind what the driver was asked for before
        CountersReader ofDriver = aeron.countersReader();
        boolean[] says = {false};
        ofDriver.forEach((id, type, key, label) -> says[0] |= type == AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID
                && key.getInt(StreamCounter.STREAM_ID_OFFSET) == ReadyNews.STREAM);
        return says[0];
    }

    /** A member's consensus module is there. */
    Subscription listen(int member) {
        listeners++;
        return aeron.addSubscription(context.members.get(member).consensusChannel(), consensus.consensusStreamId());
    }

    /** A turn; how much it did. */
    int turn(long term) {
        return handOver.turn(aeron, term, order -> {
            offered.add(order);
            return isLogFree;
        });
    }

    @Override
    public void close() {
        others.forEach(ReadyNews::close);
        handOver.close();
        aeron.close();
        driver.close();
    }
}

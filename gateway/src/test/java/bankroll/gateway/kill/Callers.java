package bankroll.gateway.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.testkit.Eventually;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Some callers, each with a player, a connection and a thread, and what they were told: the load of these tests. */
public final class Callers {
    private static final int COUNT = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Random random;
    private final List<Caller> callers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean enough;

    /** Callers whose play depends on this alone. */
    public Callers(long seed) {
        random = new Random(seed);
    }

    /** Makes the players. */
    public Callers open(ServiceUnderTest service) {
        return open(service, 0);
    }

    /** Makes the players; each debit carries so many bytes of details, which fill the journal. */
    public Callers open(ServiceUnderTest service, int detailsBytes) {
        for (int i = 0; i < COUNT; i++) {
            TestPlayer player = service.player(Caller.FIRST_BALANCE);
            callers.add(new Caller(player, new Plays(player, random.nextLong(), detailsBytes)));
        }
        return this;
    }

    /** Begins to send, until the process is gone or {@link #stop}. */
    public void start(ServiceUnderTest service) {
        enough = false;
        for (Caller caller : callers) {
            Thread thread = new Thread(() -> caller.call(service.wallet(), () -> enough), caller.id());
            threads.add(thread);
            thread.start();
        }
    }

    /** Waits until each was answered so often since the last {@link #start}. */
    public void awaitAnswers(int answers) {
        await("answers", caller -> caller.answers() >= answers);
    }

    /** Waits until each is answered so many times more. */
    public void awaitMoreAnswers(int more) {
        List<Integer> wanted =
                callers.stream().map(caller -> caller.answers() + more).toList();
        await("more answers", caller -> caller.answers() >= wanted.get(callers.indexOf(caller)));
    }

    /** Waits until somebody is told {@code unavailable}. */
    public void awaitRefusal() {
        Eventually.within(
                LIMIT, "refusal", () -> callers.stream().anyMatch(caller -> caller.refusals() > 0 || caller.isWrong()));
    }

    private void await(String what, Predicate<Caller> isThere) {
        Eventually.within(
                LIMIT, what, () -> callers.stream().allMatch(caller -> isThere.test(caller) || caller.isWrong()));
    }

    /** How many batches were answered since the last {@link #start}. */
    public int answers() {
        return callers.stream().mapToInt(Caller::answers).sum();
    }

    /** Marks what has been told by now; the marks count from 0. */
    public void mark() {
        callers.forEach(caller -> caller.history().mark());
    }

    /** Holds a copy of the service, made after this mark, against what was told before it. */
    public void compareWithMark(int mark, ServiceUnderTest copy) {
        callers.forEach(caller -> caller.history().compare(mark, copy.wallet()));
        assertEquals("0", copy.operator().trialBalance("EUR").path("sum").asString());
    }

    /** Ends the load, after the answers that are still to come. */
    public void stop() throws InterruptedException {
        enough = true;
        awaitGone();
    }

    /** Waits until everybody has noticed that the process is gone. */
    public void awaitGone() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    /** Holds a process against what everybody was told, and the books against the players. */
    public void compare(ServiceUnderTest service) {
        callers.forEach(caller -> caller.compare(service.wallet()));
        BigInteger players = callers.stream()
                .map(caller -> BigInteger.valueOf(caller.balance()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        var books = service.operator().trialBalance("EUR");
        assertEquals(players.toString(), books.path("players").asString());
        assertEquals("0", books.path("sum").asString());
    }
}

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Contract §1.4: idempotent per transaction id, from however many connections at once. */
class ConcurrencyContractTest extends ContractTest {
    private static final int CALLERS = 16;

    @Test
    void shouldBookConcurrentDuplicatesOnce() throws Exception {
        TestPlayer player = player("1000");
        for (int round = 0; round < 10; round++) {
            Item debit = player.debit("10");
            String after = Integer.toString(1000 - 10 * (round + 1));
            List<Result> results = atOnce(i -> () -> book(debit));
            results.forEach(result -> result.shouldBe("ok", after));
            assertEquals(1, results.stream().map(Result::processedAt).distinct().count());
        }
        assertEquals("900", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldBookOneOfConcurrentContentsUnderOneId() throws Exception {
        TestPlayer player = player("1000");
        Item debit = player.debit("1");
        List<Result> results = atOnce(i -> () -> book(debit.amount(Integer.toString(i + 1))));
        assertEquals(1, count(results, "ok"));
        assertEquals(CALLERS - 1, count(results, "duplicate_mismatch"));
        int booked = Integer.parseInt(wallet.lookUp(debit.id()).member("amount"));
        assertEquals(Integer.toString(1000 - booked), wallet.balanceOf(player.id()));
    }

    @Test
    void shouldNotOverdrawByConcurrentDebits() throws Exception {
        TestPlayer player = player("100");
        List<Result> results = atOnce(i -> () -> book(player.debit("10")));
        assertEquals(10, count(results, "ok"));
        assertEquals(CALLERS - 10, count(results, "insufficient_funds"));
        assertEquals("0", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldReturnADebitOnceByConcurrentRollbacks() throws Exception {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        atOnce(i -> () -> book(player.rollback(debit))).forEach(result -> result.shouldBe("ok", "100"));
    }

    @Test
    void shouldExchangeALaunchCodeOnce() throws Exception {
        String code = operator.launchCode(player("0").id());
        List<Answer> answers = atOnce(i -> () -> wallet.authenticate(code, "roulette"));
        assertEquals(
                1, answers.stream().filter(answer -> answer.status() == 200).count());
    }

    @Test
    void shouldGiveOneSessionToConcurrentCopiesOfAMessage() throws Exception {
        String code = operator.launchCode(player("0").id());
        String message = Fresh.id("msg");
        List<Answer> answers = atOnce(i -> () -> wallet.authenticateAs(message, code, "roulette"));
        assertEquals(
                1,
                answers.stream()
                        .map(answer -> answer.shouldBeOk().member("session_id"))
                        .distinct()
                        .count());
    }

    private static long count(List<Result> results, String status) {
        return results.stream().filter(result -> result.status().equals(status)).count();
    }

    private static <T> List<T> atOnce(IntFunction<Callable<T>> callers) throws Exception {
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<T>> answers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Callable<T> caller = callers.apply(i);
                answers.add(threads.submit(() -> {
                    start.await();
                    return caller.call();
                }));
            }
            List<T> values = new ArrayList<>();
            for (Future<T> answer : answers) {
                values.add(answer.get());
            }
            return values;
        } finally {
            threads.shutdownNow();
        }
    }
}

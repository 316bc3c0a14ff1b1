package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was acknowledged is there after any end of the process, and nothing is there twice. */
@NeedsOwnService
class EndUnderLoadContractTest {
    private static final int CALLERS = 8;
    private static final int BATCH = 5;
    private static final long RESULTS_BEFORE_THE_END = 1500;

    @TempDir
    Path directory;

    /** A kill under load is {@code RandomKillsTest}'s; here it is one more in the soak. */
    static List<String> signals() {
        return Boolean.getBoolean("soak") ? List.of("KILL", "TERM") : List.of("TERM");
    }

    @ParameterizedTest
    @MethodSource("signals")
    void shouldKeepEveryAcknowledgedBookingOnce(String signal) throws InterruptedException {
        ServiceSettings settings = new ServiceSettings().set("journal.sync", "always");
        ServiceProcess process = ServiceProcess.start(settings, directory.resolve(signal));
        ServiceUnderTest service = ServiceUnderTest.of(process);
        AtomicLong acknowledged = new AtomicLong();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new Caller(service.wallet(), service.player("1000000"), acknowledged));
        }
        callers.forEach(Thread::start);
        bankroll.testkit.Eventually.within(
                java.time.Duration.ofSeconds(100),
                "load",
                () -> acknowledged.get() > RESULTS_BEFORE_THE_END
                        && callers.stream().allMatch(Caller::hasHeard));
        end(process, signal);
        for (Caller caller : callers) {
            caller.join();
        }
        try (ServiceUnderTest again = ServiceUnderTest.start(settings, directory.resolve(signal))) {
            callers.forEach(caller -> caller.verify(again.wallet()));
            again.operator()
                    .get("/trial-balance")
                    .shouldBeOk()
                    .json()
                    .path("currencies")
                    .forEach(line -> assertEquals("0", line.path("sum").asString()));
        }
    }

    private static void end(ServiceProcess process, String signal) {
        if (signal.equals("KILL")) {
            process.kill();
        } else {
            assertEquals(0, process.terminate(), process::logged);
        }
    }

    /** Sends batches for one player until the service is gone. */
    private static final class Caller extends Thread {
        private final Wallet wallet;
        private final TestPlayer player;
        private final AtomicLong acknowledged;
        private final List<Item> sent = new ArrayList<>();
        private final Map<String, Result> heard = new LinkedHashMap<>();
        private AssertionError wrong;
        private volatile boolean hasHeard;

        Caller(Wallet wallet, TestPlayer player, AtomicLong acknowledged) {
            this.wallet = wallet;
            this.player = player;
            this.acknowledged = acknowledged;
        }

        @Override
        public void run() {
            try {
                while (send()) {
                    acknowledged.addAndGet(BATCH);
                    hasHeard = true;
                }
            } catch (UncheckedIOException gone) {
                // The end of the process that the test is about.
            } catch (AssertionError e) {
                wrong = e;
            }
        }

        boolean hasHeard() {
            return hasHeard;
        }

        private boolean send() {
            List<Item> batch = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                batch.add(player.debit("1"));
            }
            sent.addAll(batch);
            Answer answer = wallet.transactions(batch);
            if (answer.status() == 503) {
                answer.shouldBeProblem(503, "unavailable").shouldSayWhenToRetry();
                return false;
            }
            Wallet.results(answer).forEach(result -> heard.put(result.transactionId(), result));
            return true;
        }

        void verify(Wallet after) {
            if (wrong != null) {
                throw wrong;
            }
            assertTrue(!heard.isEmpty());
            for (int from = 0; from < sent.size(); from += 500) {
                for (Result again : after.book(sent.subList(from, Math.min(from + 500, sent.size())))) {
                    again.shouldBe("ok");
                    Result first = heard.get(again.transactionId());
                    if (first != null) {
                        assertEquals(first.processedAt(), again.processedAt());
                    }
                }
            }
            assertEquals(Integer.toString(1_000_000 - sent.size()), after.balanceOf(player.id()));
        }
    }
}

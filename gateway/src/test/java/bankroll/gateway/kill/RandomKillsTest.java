package bankroll.gateway.kill;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A killed process loses nothing that it acknowledged and books nothing twice, under every sync policy. */
@NeedsOwnService
class RandomKillsTest {
    private static final int ROUNDS = Integer.getInteger("kills", Boolean.getBoolean("soak") ? 500 : 10);
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int MOST_ANSWERS = 60;
    private static final long LONGEST_PAUSE_NS = 20_000_000;

    private final Random random = new Random(SEED);
    private final Callers callers = new Callers(SEED);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"always", "none"})
    void shouldKeepWhatCallersWereToldThroughKills(String policy) throws InterruptedException {
        System.out.println("random kills, " + policy + ": -Dseed=" + SEED);
        ServiceSettings settings = settings(policy);
        for (int round = 0; round < ROUNDS; round++) {
            ServiceProcess process = ServiceProcess.start(settings, directory.resolve(policy));
            ServiceUnderTest service = ServiceUnderTest.of(process);
            if (round == 0) {
                callers.open(service);
            }
            callers.compare(service);
            killUnderLoad(service, process);
        }
        try (ServiceUnderTest last = ServiceUnderTest.of(ServiceProcess.start(settings, directory.resolve(policy)))) {
            callers.compare(last);
        }
    }

    private static ServiceSettings settings(String policy) {
        return new ServiceSettings()
                .set("journal.sync", policy)
                .set("journal.file-bytes", 33_554_432)
                .set("snapshot.every-transactions", 300)
                .set("snapshot.every-seconds", 1);
    }

    /** After some answers to each, and then at any moment. */
    private void killUnderLoad(ServiceUnderTest service, ServiceProcess process) throws InterruptedException {
        callers.start(service);
        callers.awaitAnswers(1 + random.nextInt(MOST_ANSWERS));
        LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NS));
        process.kill();
        callers.awaitGone();
    }
}

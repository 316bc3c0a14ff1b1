package bankroll.gateway.kill;

import bankroll.gateway.contract.kit.NeedsOwnService;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A killed process loses nothing that it acknowledged and books nothing twice, under every sync policy. */
@NeedsOwnService
class RandomKillsTest {
    private static final int ROUNDS = Integer.getInteger("kills", Boolean.getBoolean("soak") ? 500 : 2);
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int MOST_ANSWERS = 30;
    private static final long LONGEST_PAUSE_NS = 20_000_000;

    private final Random random = new Random(SEED);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"always", "none"})
    void shouldKeepWhatCallersWereToldThroughKills(String policy) throws InterruptedException {
        System.out.println("random kills, " + policy + ": -Dseed=" + SEED);
        try (Trial trial = new Trial(Trial.settings(policy), directory.resolve(policy), SEED)) {
            for (int round = 0; round < ROUNDS; round++) {
                trial.start().load();
                killSometime(trial);
            }
            trial.compareAtTheEnd();
        }
    }

    /** After some answers to each, and then at any moment. */
    private void killSometime(Trial trial) throws InterruptedException {
        trial.callers().awaitAnswers(1 + random.nextInt(MOST_ANSWERS));
        LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NS));
        trial.kill();
    }
}

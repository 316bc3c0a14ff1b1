package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.ledger.table.FrozenState;
import bankroll.protocol.LedgerSettings;
import bankroll.testkit.Seeds;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger against the naive model, on random commands that meet each other as often as possible. */
class LedgerPropertyTest {
    private static final List<String> PLAYERS = List.of("ann", "bob", "cyd");
    private static final long[] STEPS_MS = {1, 1_800_000, 3_600_000, 43_200_000, 86_400_000};
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final long START_MS = 1_750_000_000_000L;

    @Test
    void shouldAnswerAsTheModelDoes() {
        Seeds.forEach(200, random -> run(random, 150, false));
    }

    @Test
    void shouldReplayToTheSameDigestAfterEveryStep() {
        Seeds.forEach(10, random -> run(random, 60, true));
    }

    @Test
    void shouldKeepAFrozenStateWhileTheLedgerGoesOn() {
        Seeds.forEach(50, random -> {
            try (LedgerScript script = new LedgerScript(LedgerSettings.DEFAULT, START_MS)) {
                Play play = new Play(random, script, new ModelLedger(ZoneId.of("UTC")));
                for (int round = 0; round < 4; round++) {
                    play.steps(20);
                    String digest = script.ledger().digest();
                    FrozenState frozen = script.ledger().freeze();
                    play.steps(20);
                    assertEquals(digest, frozen.digest());
                    script.ledger().release();
                    assertEquals(script.ledger().digest(), script.replayedDigest());
                }
            }
        });
    }

    @Test
    void shouldLoadFromASnapshotWhatWasTakenAndGoOnAlike(@TempDir Path directory) {
        Seeds.forEach(15, random -> {
            try (LedgerScript script = new LedgerScript(LedgerSettings.DEFAULT, START_MS)) {
                Play play = new Play(random, script, new ModelLedger(ZoneId.of("UTC")));
                play.steps(60);
                script.restartFromSnapshot(directory.resolve("seed-" + random.nextLong()));
                play.steps(60);
                assertEquals(script.ledger().digest(), script.replayedDigest());
            }
        });
    }

    private static void run(Random random, int steps, boolean replayEachStep) {
        LedgerSettings settings = new LedgerSettings(
                ZONE.getId(), ModelLedger.IDLE_MS, ModelLedger.AGE_MS, ModelLedger.RAISE_MS, false, 1_000);
        try (LedgerScript script = new LedgerScript(settings, START_MS)) {
            Play play = new Play(random, script, new ModelLedger(ZONE));
            for (int i = 0; i < steps; i++) {
                play.step();
                if (replayEachStep) {
                    assertEquals(script.ledger().digest(), script.replayedDigest());
                }
            }
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    /** One run: what is done to both. */
    private static final class Play {
        private final Random random;
        private final LedgerScript script;
        private final LedgerPlay play;

        private Play(Random random, LedgerScript script, ModelLedger model) {
            this.random = random;
            this.script = script;
            play = new LedgerPlay(random, script, model, 12, PLAYERS);
        }

        private void steps(int count) {
            for (int i = 0; i < count; i++) {
                step();
            }
        }

        private void step() {
            switch (random.nextInt(16)) {
                case 0 -> play.transfer();
                case 1 -> play.session();
                case 2 -> script.advance(STEPS_MS[random.nextInt(STEPS_MS.length)]);
                case 3 -> play.limits(40);
                case 4 -> play.block();
                case 5 -> {
                    if (random.nextInt(3) == 0) {
                        play.closeSession();
                    }
                }
                default -> play.book(1 + random.nextInt(5));
            }
            play.check();
        }
    }
}

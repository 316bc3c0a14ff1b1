package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LedgerSettings;
import bankroll.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large batches about few ids, round the days on which clocks are put forward or back, through restarts from snapshots: the answers
 * are the model's, and every start leads to the same state.
 */
class RestartPropertyTest {
    private static final List<String> PLAYERS = List.of("ann", "bob", "cyd", "dan");
    /** Clocks are put forward at midnight, back over midnight into the day before, by half an hour, over a whole day. */
    private static final String[] ZONES = {
        "Europe/Berlin",
        "America/Sao_Paulo",
        "America/Havana",
        "Africa/Cairo",
        "Asia/Beirut",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Asia/Tehran",
        "UTC"
    };

    @Test
    void shouldAnswerAsTheModelAndStartAlikeFromEverySnapshot(@TempDir Path directory) {
        Seeds.forEach(15, random -> {
            Play play = new Play(random, directory.resolve("seed-" + random.nextLong()));
            try (play.script) {
                for (int i = 0; i < 60; i++) {
                    play.step();
                }
                play.checkStarts();
            }
        });
    }

    /** Its tables cross what a snapshot writes and reads at once. */
    @Test
    void shouldStartFromASnapshotOfSomeMegabytes(@TempDir Path directory) throws IOException {
        try (LedgerScript script =
                new LedgerScript(new LedgerSettings("UTC", 1_000, 1_000, 1_000, false, 1_000), 1_000)) {
            for (int i = 0; i < 20_000; i++) {
                script.open("player " + i, "EUR");
            }
            Path snapshot = script.snapshot(directory);

            assertTrue(Files.size(snapshot) > 2 << 20, "bytes: " + Files.size(snapshot));
            assertEquals(script.ledger().digest(), script.digestBehind(snapshot));
        }
    }

    /** One run: what is done to both. */
    private static final class Play {
        private final Random random;
        private final Path directory;
        private final ZoneId zone;
        private final LedgerScript script;
        private final ModelLedger model;
        private final List<Path> snapshots = new ArrayList<>();
        private final LedgerPlay play;

        private Play(Random random, Path directory) {
            this.random = random;
            this.directory = directory;
            zone = ZoneId.of(ZONES[random.nextInt(ZONES.length)]);
            script = new LedgerScript(settings(false), start());
            model = new ModelLedger(zone);
            play = new LedgerPlay(random, script, model, random.nextBoolean() ? 12 : 300, PLAYERS);
        }

        /** Up to three days before a change. */
        private long start() {
            Instant any = LocalDate.of(2000 + random.nextInt(30), 1 + random.nextInt(12), 15)
                    .atStartOfDay(zone)
                    .toInstant();
            ZoneOffsetTransition change = zone.getRules().nextTransition(any);
            Instant near = change == null ? any : change.getInstant();
            return near.toEpochMilli() - random.nextInt(3 * 86_400_000);
        }

        private LedgerSettings settings(boolean refuses) {
            return new LedgerSettings(
                    zone.getId(), ModelLedger.IDLE_MS, ModelLedger.AGE_MS, ModelLedger.RAISE_MS, refuses, 1_000);
        }

        private void step() {
            switch (random.nextInt(24)) {
                case 0, 1 -> play.transfer();
                case 2, 3 -> play.session();
                case 4, 5, 6 -> pass();
                case 7, 8 -> play.limits(400);
                case 9 -> play.block();
                case 10 -> play.closeSession();
                case 11 -> restart();
                case 12 -> snapshots.add(script.snapshot(directory.resolve("s" + snapshots.size())));
                default -> play.book(1 + random.nextInt(random.nextInt(3) == 0 ? 150 : 5));
            }
            play.check();
        }

        private void checkStarts() {
            String digest = script.ledger().digest();
            assertEquals(digest, script.digestBehind(null));
            for (Path snapshot : snapshots) {
                assertEquals(digest, script.digestBehind(snapshot), () -> "from " + snapshot);
            }
        }

        /** Sometimes right up to a midnight. */
        private void pass() {
            long[] steps = {1, 1_800_000, 3_599_999, 3_600_000, 43_200_000, 86_400_000, 6L * 86_400_000};
            long step = steps[random.nextInt(steps.length)];
            if (random.nextInt(3) == 0) {
                LocalDate day =
                        Instant.ofEpochMilli(script.nowMs()).atZone(zone).toLocalDate();
                long midnight = day.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli() - random.nextInt(2);
                step = Math.max(0, midnight - script.nowMs());
            }
            script.advance(step);
            play.sessions();
        }

        private void restart() {
            if (random.nextBoolean()) {
                script.restartFromSnapshot(directory.resolve("r" + random.nextLong()));
            }
            LedgerSettings settings = settings(random.nextBoolean());
            script.start(settings);
            model.settings(settings);
        }
    }
}

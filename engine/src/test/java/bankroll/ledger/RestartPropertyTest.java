package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.testkit.Seeds;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large batches about few ids, round the days on which clocks are put forward or back, through restarts from snapshots: the answers
 * are the model's, and every start leads to the same state.
 */
class RestartPropertyTest {
    private static final String[] PLAYERS = {"ann", "bob", "cyd", "dan", "nobody"};
    private static final String[] AMOUNTS = {"0", "1", "5", "50", "1000", "9999999999999999999", "9223372036854775808"};
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

    /** One run: what is done to both. */
    private static final class Play {
        private final Random random;
        private final Path directory;
        private final ZoneId zone;
        private final LedgerScript script;
        private final ModelLedger model;
        private final List<Path> snapshots = new ArrayList<>();
        private final List<String> sessions = new ArrayList<>(List.of("", "no-session"));
        private final Map<String, String> newestSessions = new HashMap<>();
        private final int ids;

        private Play(Random random, Path directory) {
            this.random = random;
            this.directory = directory;
            zone = ZoneId.of(ZONES[random.nextInt(ZONES.length)]);
            script = new LedgerScript(settings(false), start());
            model = new ModelLedger(zone);
            ids = random.nextBoolean() ? 12 : 300;
            for (int i = 0; i < PLAYERS.length - 1; i++) {
                script.open(PLAYERS[i], currency(PLAYERS[i]));
                model.open(PLAYERS[i], currency(PLAYERS[i]));
                session(PLAYERS[i]);
            }
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
                case 0, 1 -> transfer();
                case 2, 3 -> session(PLAYERS[random.nextInt(4)]);
                case 4, 5, 6 -> pass();
                case 7, 8 -> limits();
                case 9 -> block();
                case 10 -> closeSession();
                case 11 -> restart();
                case 12 -> snapshots.add(script.snapshot(directory.resolve("s" + snapshots.size())));
                default -> book();
            }
            for (String player : PLAYERS) {
                if (model.knows(player)) {
                    String balance =
                            Long.toUnsignedString(script.balance(player).balance());
                    assertEquals(model.balance(player).toString(), balance, player);
                }
            }
            script.ledger().trialBalance().currencies().forEach(line -> assertEquals("0", line.sum()));
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
            for (int i = 0; i < 4; i++) {
                if (random.nextInt(3) > 0) {
                    session(PLAYERS[i]);
                }
            }
        }

        private void restart() {
            if (random.nextBoolean()) {
                script.restartFromSnapshot(directory.resolve("r" + random.nextLong()));
            }
            LedgerSettings settings = settings(random.nextBoolean());
            script.start(settings);
            model.settings(settings);
        }

        private void book() {
            Asked[] batch = new Asked[1 + random.nextInt(random.nextInt(3) == 0 ? 150 : 5)];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = item();
            }
            List<Answered> answers = script.book(batch);
            for (int i = 0; i < batch.length; i++) {
                int at = i;
                assertEquals(
                        model.book(batch[i], script.nowMs()),
                        answers.get(i),
                        () -> zone + " " + Instant.ofEpochMilli(script.nowMs()) + " " + batch[at]);
            }
        }

        private Asked item() {
            String id = "t" + random.nextInt(ids);
            String player = PLAYERS[random.nextInt(15) == 0 ? random.nextInt(5) : Math.abs(id.hashCode()) % 4];
            String reference = "t" + random.nextInt(ids);
            if (reference.equals(id)) {
                reference = "t999";
            }
            Asked asked = switch (random.nextInt(4)) {
                case 0, 1 -> Asked.debit(id, player, sessionFor(player), amount());
                case 2 -> Asked.credit(id, player, amount(), random.nextBoolean() ? reference : null);
                default -> Asked.rollback(id, player, reference);
            };
            if (asked.currency() != null) {
                asked = asked.in(random.nextInt(30) == 0 ? "USD" : currency(player));
            }
            return asked;
        }

        private String sessionFor(String player) {
            String newest = newestSessions.get(player);
            return newest == null || random.nextInt(10) == 0 ? sessions.get(random.nextInt(sessions.size())) : newest;
        }

        private String amount() {
            return AMOUNTS[random.nextInt(8) == 0 ? random.nextInt(AMOUNTS.length) : random.nextInt(5)];
        }

        private void transfer() {
            String player = PLAYERS[random.nextInt(5)];
            BigInteger amount = new BigInteger(amount());
            boolean takes = random.nextInt(3) == 0;
            boolean adjusts = random.nextInt(3) == 0;
            TransferType type =
                    adjusts ? TransferType.ADJUSTMENT : takes ? TransferType.WITHDRAWAL : TransferType.DEPOSIT;
            String id = "d" + random.nextInt(50) + player + amount + type + takes;
            TransferItem.Transfer transfer = new TransferItem.Transfer(
                    id, player, type, amount.longValue(), adjusts && takes, currency(player), null);
            assertEquals(
                    takes ? model.withdraw(id, player, amount) : model.deposit(id, player, amount),
                    script.transfer(transfer).status());
        }

        private void session(String player) {
            String code = "code" + random.nextLong();
            script.mint(code, player, null, false, 1000);
            String session = script.authenticate(code, null, "g");
            if (session != null) {
                model.session(session, player, script.nowMs());
                sessions.add(session);
                newestSessions.put(player, session);
            }
        }

        private void closeSession() {
            int last = sessions.size() - 1;
            script.closeSession(sessions.get(last));
            model.closeSession(sessions.get(last));
        }

        private void block() {
            String player = PLAYERS[random.nextInt(4)];
            if (random.nextInt(3) > 0) {
                script.unblock(player);
                model.block(player, null);
                return;
            }
            long untilMs = random.nextBoolean() ? PlayerCommand.FOR_EVER : script.nowMs() + 3_600_000;
            script.block(player, untilMs, false);
            model.block(player, untilMs);
        }

        private void limits() {
            Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
            for (int i = random.nextInt(3); i > 0; i--) {
                limits.put(LimitSlot.of(random.nextInt(LimitSlot.COUNT)), (long) random.nextInt(4) * 400);
            }
            String player = PLAYERS[random.nextInt(4)];
            script.limits(player, limits);
            model.limits(player, limits, script.nowMs());
        }

        private static String currency(String player) {
            return player.equals("cyd") ? "USD" : "EUR";
        }
    }
}

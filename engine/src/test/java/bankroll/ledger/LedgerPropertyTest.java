package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.ledger.table.FrozenState;
import bankroll.protocol.Answer;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.testkit.Seeds;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger against the naive model, on random commands that meet each other as often as possible. */
class LedgerPropertyTest {
    private static final String[] PLAYERS = {"ann", "bob", "cyd", "nobody"};
    private static final String[] AMOUNTS = {"0", "1", "5", "50", "1000", "9999999999999999999", "9223372036854775808"};
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
                play.open();
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
                play.open();
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
            play.open();
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
        private final ModelLedger model;
        private final List<String> sessions = new ArrayList<>(List.of("", "no-session"));
        private final Map<String, String> newestSessions = new HashMap<>();

        private Play(Random random, LedgerScript script, ModelLedger model) {
            this.random = random;
            this.script = script;
            this.model = model;
        }

        private void open() {
            for (int i = 0; i < 3; i++) {
                String currency = i == 2 ? "USD" : "EUR";
                script.open(PLAYERS[i], currency);
                model.open(PLAYERS[i], currency);
                session(PLAYERS[i]);
            }
        }

        private void steps(int count) {
            for (int i = 0; i < count; i++) {
                step();
            }
        }

        private void step() {
            switch (random.nextInt(16)) {
                case 0 -> deposit();
                case 1 -> session(PLAYERS[random.nextInt(3)]);
                case 2 -> script.advance(pick(1L, 1_800_000L, 3_600_000L, 43_200_000L, 86_400_000L));
                case 3 -> limits();
                case 4 -> block();
                case 5 -> closeSession();
                default -> book();
            }
            checkBooks();
        }

        private void book() {
            Asked[] batch = new Asked[1 + random.nextInt(5)];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = item();
            }
            List<Answered> answers = script.book(batch);
            for (int i = 0; i < batch.length; i++) {
                assertEquals(model.book(batch[i], script.nowMs()), answers.get(i), () -> "at " + List.of(batch));
            }
            for (Asked asked : batch) {
                Answer.LookupPlan plan = script.lookup(asked.id());
                assertEquals(model.rolledBack(asked.id()), plan == null ? null : plan.isRolledBack());
            }
        }

        private Asked item() {
            String id = "t" + random.nextInt(12);
            String player = PLAYERS[random.nextInt(10) == 0 ? random.nextInt(4) : id.hashCode() % 2];
            String reference = "t" + random.nextInt(12);
            if (reference.equals(id)) {
                reference = "t99";
            }
            Asked asked = switch (random.nextInt(3)) {
                case 0 -> Asked.debit(id, player, sessionFor(player), amount());
                case 1 -> Asked.credit(id, player, amount(), random.nextBoolean() ? reference : null);
                default -> Asked.rollback(id, player, reference);
            };
            if (random.nextInt(20) == 0) {
                asked = asked.round("r" + random.nextInt(2));
            }
            return random.nextInt(20) == 0 && asked.currency() != null ? asked.in("USD") : asked;
        }

        /** Mostly the player's newest: a debit in any other meets no rule but the first. */
        private String sessionFor(String player) {
            String newest = newestSessions.get(player);
            return newest == null || random.nextInt(4) == 0 ? sessions.get(random.nextInt(sessions.size())) : newest;
        }

        private String amount() {
            return AMOUNTS[random.nextInt(4) == 0 ? random.nextInt(AMOUNTS.length) : random.nextInt(5)];
        }

        private void deposit() {
            String id = "d" + random.nextInt(1000);
            String player = PLAYERS[random.nextInt(4)];
            BigInteger amount = new BigInteger(amount());
            String currency = player.equals("cyd") ? "USD" : "EUR";
            TransferItem.Transfer transfer = new TransferItem.Transfer(
                    id + player + amount, player, TransferType.DEPOSIT, amount.longValue(), false, currency, null);
            assertEquals(
                    model.deposit(id + player + amount, player, amount),
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
            if (last >= 2 && random.nextInt(3) == 0) {
                script.closeSession(sessions.get(last));
                model.closeSession(sessions.get(last));
            }
        }

        private void block() {
            String player = PLAYERS[random.nextInt(3)];
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
                limits.put(LimitSlot.of(random.nextInt(LimitSlot.COUNT)), (long) random.nextInt(4) * 40);
            }
            String player = PLAYERS[random.nextInt(3)];
            script.limits(player, limits);
            model.limits(player, limits, script.nowMs());
        }

        private void checkBooks() {
            Answer.TrialBalance books = script.ledger().trialBalance();
            books.currencies().forEach(line -> assertEquals("0", line.sum()));
        }

        private long pick(long... choices) {
            return choices[random.nextInt(choices.length)];
        }
    }
}

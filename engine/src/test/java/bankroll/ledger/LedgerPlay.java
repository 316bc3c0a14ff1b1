package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.Answer;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random commands for the ledger and its model that meet each other as often as possible: each answer is compared. */
final class LedgerPlay {
    private static final String NOBODY = "nobody";
    private static final String[] AMOUNTS = {"0", "1", "5", "50", "1000", "9999999999999999999", "9223372036854775808"};

    private final Random random;
    private final LedgerScript script;
    private final ModelLedger model;
    private final int ids;
    private final List<String> players;
    private final List<String> sessions = new ArrayList<>(List.of("", "no-session"));
    private final List<Asked> sent = new ArrayList<>();
    private final Map<String, String> newestSessions = new HashMap<>();

    /**
     * Opens the players, each with a session.
     *
     * @param ids of transactions that are in use at once: the fewer, the closer together they are asked for
     */
    LedgerPlay(Random random, LedgerScript script, ModelLedger model, int ids, List<String> players) {
        this.random = random;
        this.script = script;
        this.model = model;
        this.ids = ids;
        this.players = players;
        for (String player : players) {
            script.open(player, currency(player));
            model.open(player, currency(player));
            session(player);
        }
    }

    /** A batch of so many items. */
    void book(int items) {
        Asked[] batch = new Asked[items];
        for (int i = 0; i < items; i++) {
            batch[i] = item();
        }
        List<Answered> answers = script.book(batch);
        for (int i = 0; i < items; i++) {
            int at = i;
            assertEquals(
                    model.book(batch[i], script.nowMs()),
                    answers.get(i),
                    () -> "at " + script.nowMs() + " ms, item " + at + " of " + List.of(batch));
        }
        for (int i = 0; i < Math.min(items, 5); i++) {
            Answer.LookupPlan plan = script.lookup(batch[i].id());
            assertEquals(model.rolledBack(batch[i].id()), plan == null ? null : plan.isRolledBack());
        }
    }

    /** Ids come and go: each is asked for about twice, by items that differ, and by those that are sent again. */
    private Asked item() {
        if (!sent.isEmpty() && random.nextInt(8) == 0) {
            return sent.get(Math.max(0, sent.size() - 1 - random.nextInt(2 * ids)));
        }
        Asked asked = newItem();
        sent.add(asked);
        return asked;
    }

    private String anyId() {
        return "t" + (sent.size() / 2 + random.nextInt(ids));
    }

    private Asked newItem() {
        String id = anyId();
        String usual = players.get(Math.abs(id.hashCode()) % players.size());
        String player = random.nextInt(12) == 0 ? anybody() : usual;
        String reference = anyId();
        if (reference.equals(id)) {
            reference = "none";
        }
        Asked asked = switch (random.nextInt(4)) {
            case 0, 1 -> Asked.debit(id, player, sessionFor(player), amount());
            case 2 -> Asked.credit(id, player, amount(), random.nextBoolean() ? reference : null);
            default -> Asked.rollback(id, player, reference);
        };
        if (random.nextInt(20) == 0) {
            asked = asked.round("r" + random.nextInt(2));
        }
        return asked.currency() == null ? asked : asked.in(random.nextInt(25) == 0 ? "USD" : currency(player));
    }

    private String anybody() {
        int drawn = random.nextInt(players.size() + 1);
        return drawn < players.size() ? players.get(drawn) : NOBODY;
    }

    private String anyPlayer() {
        return players.get(random.nextInt(players.size()));
    }

    /** Mostly the player's newest: a debit in any other meets no rule but the first. */
    private String sessionFor(String player) {
        String newest = newestSessions.get(player);
        return newest == null || random.nextInt(6) == 0 ? sessions.get(random.nextInt(sessions.size())) : newest;
    }

    private String amount() {
        return AMOUNTS[random.nextInt(6) == 0 ? random.nextInt(AMOUNTS.length) : random.nextInt(5)];
    }

    /** The same id always says the same. */
    void transfer() {
        String player = anybody();
        BigInteger amount = new BigInteger(amount());
        boolean takes = random.nextInt(3) == 0;
        boolean adjusts = random.nextInt(3) == 0;
        TransferType type = adjusts ? TransferType.ADJUSTMENT : takes ? TransferType.WITHDRAWAL : TransferType.DEPOSIT;
        String id = "d" + random.nextInt(50) + player + amount + type + takes;
        var transfer = new TransferItem.Transfer(
                id, player, type, amount.longValue(), adjusts && takes, currency(player), null);
        assertEquals(
                takes ? model.withdraw(id, player, amount) : model.deposit(id, player, amount),
                script.transfer(transfer).status());
    }

    /** New sessions for most. */
    void sessions() {
        for (String player : players) {
            if (random.nextInt(3) > 0) {
                session(player);
            }
        }
    }

    /** A new session for somebody. */
    void session() {
        session(anyPlayer());
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

    /** The newest. */
    void closeSession() {
        String last = sessions.get(sessions.size() - 1);
        script.closeSession(last);
        model.closeSession(last);
    }

    /** Or ends a block. */
    void block() {
        String player = anyPlayer();
        if (random.nextInt(3) > 0) {
            script.unblock(player);
            model.block(player, null);
            return;
        }
        long untilMs = random.nextBoolean() ? PlayerCommand.FOR_EVER : script.nowMs() + 3_600_000;
        script.block(player, untilMs, false);
        model.block(player, untilMs);
    }

    /** Of up to three times so much. */
    void limits(long step) {
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (int i = random.nextInt(3); i > 0; i--) {
            limits.put(LimitSlot.of(random.nextInt(LimitSlot.COUNT)), random.nextInt(4) * step);
        }
        String player = anyPlayer();
        script.limits(player, limits);
        model.limits(player, limits, script.nowMs());
    }

    /** Balances are the model's, and the books are zero. */
    void check() {
        for (String player : players) {
            String balance = Long.toUnsignedString(script.balance(player).balance());
            assertEquals(model.balance(player).toString(), balance, player);
        }
        script.ledger().trialBalance().currencies().forEach(line -> assertEquals("0", line.sum()));
    }

    private static String currency(String player) {
        return player.equals("cyd") ? "USD" : "EUR";
    }
}

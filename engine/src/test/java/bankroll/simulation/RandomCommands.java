package bankroll.simulation;

import bankroll.ledger.Asked;
import bankroll.protocol.LimitSlot;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What comes to somebody's mind: few players and ids, so that everything meets everything. */
final class RandomCommands {
    static final List<String> PLAYERS = List.of("ann", "bob", "cyd", "nobody");
    private static final List<String> PLATFORMS = List.of("alpha", "beta");
    private static final String[] AMOUNTS = {"0", "1", "5", "50", "1000", "9999999999999999999", "9223372036854775808"};
    private static final int IDS = 60;
    private static final int LONGEST_BATCH = 6;

    private final Random random;
    private final List<SessionBits> sessions = new ArrayList<>(List.of(new SessionBits(9, 9)));
    private final List<String> codes = new ArrayList<>();
    private int next;

    RandomCommands(Random random) {
        this.random = random;
    }

    /** Sessions that somebody was told of; add those that are heard of. */
    List<SessionBits> sessions() {
        return sessions;
    }

    Question question() {
        return switch (random.nextInt(4)) {
            case 0 -> Question.trialBalance();
            case 1 -> Question.balance(pick(PLAYERS));
            default -> Question.lookup(pick(PLATFORMS), id());
        };
    }

    Command change() {
        String player = PLAYERS.get(random.nextInt(3));
        return switch (random.nextInt(12)) {
            case 0, 1 -> Change.open(player, currency(player));
            case 2, 3 -> Change.deposit("d" + next++, player, currency(player), amount());
            case 4, 5 -> mint(player);
            case 6, 7, 8 -> exchange();
            case 9 -> Change.closeSession(pick(sessions));
            case 10 -> random.nextInt(3) == 0 ? Change.block(player) : Change.unblock(player);
            default -> Change.limits(player, limits());
        };
    }

    Command batch() {
        List<Asked> items = new ArrayList<>();
        for (int i = random.nextInt(LONGEST_BATCH); i >= 0; i--) {
            items.add(item());
        }
        return new Batch(pick(PLATFORMS), List.copyOf(items));
    }

    private Asked item() {
        String id = id();
        String player = random.nextInt(10) == 0 ? pick(PLAYERS) : PLAYERS.get(id.hashCode() % 2);
        String reference = id();
        if (reference.equals(id)) {
            reference = "another";
        }
        return switch (random.nextInt(5)) {
            case 0, 1 -> Asked.debit(id, player, pick(sessions).toString(), amount());
            case 2, 3 -> Asked.credit(id, player, amount(), random.nextBoolean() ? reference : null);
            default -> Asked.rollback(id, player, reference);
        };
    }

    private Command mint(String player) {
        String code = "code" + next++;
        codes.add(code);
        return Change.mint(code, player);
    }

    /** A platform that heard no answer asks again, and brings other random bits. */
    private Command exchange() {
        String code = codes.isEmpty() ? "no code" : codes.get(Math.max(0, codes.size() - 1 - random.nextInt(4)));
        return Change.exchange(code, new SessionBits(7, next++));
    }

    private Map<LimitSlot, Long> limits() {
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (int i = random.nextInt(3); i > 0; i--) {
            limits.put(LimitSlot.of(random.nextInt(LimitSlot.COUNT)), (long) random.nextInt(4) * 40);
        }
        return limits;
    }

    private String id() {
        return "t" + random.nextInt(IDS);
    }

    private String amount() {
        return AMOUNTS[random.nextInt(4) == 0 ? random.nextInt(AMOUNTS.length) : random.nextInt(5)];
    }

    private static String currency(String player) {
        return player.equals("cyd") ? "USD" : "EUR";
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

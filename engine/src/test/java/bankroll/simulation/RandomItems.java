package bankroll.simulation;

import bankroll.ledger.Asked;
import bankroll.protocol.TransactionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What one platform asks for: play, copies of it, contradictions, and rollbacks that overtake their debit. */
final class RandomItems {
    private static final String[] AMOUNTS = {"0", "1", "5", "50", "500", "9999999999999999999", "9223372036854775808"};

    private final String name;
    private final Random random;
    private final Sessions sessions;
    private final List<Asked> asked = new ArrayList<>();
    private final List<Asked> overtaken = new ArrayList<>();
    private final List<String> debits = new ArrayList<>(List.of("no debit"));
    private int number;

    RandomItems(String name, Random random, Sessions sessions) {
        this.name = name;
        this.random = random;
        this.sessions = sessions;
    }

    String name() {
        return name;
    }

    /** An id that was sent, or one that wasn't. */
    String id() {
        return asked.isEmpty() || random.nextInt(5) == 0
                ? "t" + random.nextInt(40)
                : pick(asked).id();
    }

    List<Asked> items(int count) {
        List<Asked> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Asked item = item();
            asked.add(item);
            items.add(item);
        }
        return List.copyOf(items);
    }

    static String amount(Random random) {
        return AMOUNTS[random.nextInt(5) == 0 ? random.nextInt(AMOUNTS.length) : random.nextInt(5)];
    }

    private Asked item() {
        int what = random.nextInt(20);
        if (what < 3 && !asked.isEmpty()) {
            return recent(asked);
        }
        if (what == 3 && !asked.isEmpty()) {
            return pick(asked).round("another");
        }
        if (what < 6 && !overtaken.isEmpty()) {
            return overtaken.remove(0);
        }
        return what < 7 ? overtaking() : fresh();
    }

    private Asked fresh() {
        String id = "t" + number++;
        String player = RandomCommands.PLAYERS.get(random.nextInt(random.nextInt(10) == 0 ? 4 : 3));
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3, 4 -> debit(id, player);
            case 5, 6 -> credit(id, player, recent(debits));
            case 7 -> credit(id, player, null);
            default -> rollback(id, player, recent(debits));
        };
    }

    /** A rollback that comes before its debit. */
    private Asked overtaking() {
        Asked debit = debit("t" + number++, RandomCommands.PLAYERS.get(random.nextInt(3)));
        overtaken.add(debit);
        return Asked.rollback("t" + number++, debit.player(), debit.id());
    }

    private Asked debit(String id, String player) {
        debits.add(id);
        Asked debit = Asked.debit(id, player, sessions.of(player).toString(), amount(random));
        return random.nextInt(30) == 0 ? debit : debit.in(RandomCommands.currency(player));
    }

    private Asked credit(String id, String player, String reference) {
        String owner = reference == null || random.nextInt(5) == 0 ? player : playerOf(reference);
        return Asked.credit(id, owner, amount(random), reference).in(RandomCommands.currency(owner));
    }

    private Asked rollback(String id, String player, String reference) {
        return Asked.rollback(id, random.nextInt(5) == 0 ? player : playerOf(reference), reference);
    }

    private String playerOf(String debit) {
        return asked.stream()
                .filter(item ->
                        item.type() == TransactionType.DEBIT && item.id().equals(debit))
                .map(Asked::player)
                .findFirst()
                .orElse("ann");
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> T recent(List<T> choices) {
        return choices.get(Math.max(0, choices.size() - 1 - random.nextInt(8)));
    }
}

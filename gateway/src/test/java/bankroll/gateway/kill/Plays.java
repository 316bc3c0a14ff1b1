package bankroll.gateway.kill;

import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes up what a player does next: debits, credits, rollbacks, and now and then something that was sent before. */
final class Plays {
    private static final int MOST_ITEMS = 6;
    private static final int MOST_STANDING = 200;
    /** A member that the service ignores: what a rollback should give back. */
    private static final String RETURNS = "returns";

    private final TestPlayer player;
    private final Random random;
    private final String details;
    private final List<Item> standing = new ArrayList<>();

    /**
     * @param detailsBytes how long the details of each debit are, 0 for none: what fills journal files
     */
    Plays(TestPlayer player, long seed, int detailsBytes) {
        this.player = player;
        random = new Random(seed);
        details = detailsBytes == 0 ? null : "{\"bet\":\"" + "x".repeat(detailsBytes) + "\"}";
    }

    /** The next batch of a player with this balance. */
    Play next(long balance, Told told) {
        Play play = new Play(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Item> open = new ArrayList<>(standing);
        long running = balance;
        for (int i = random.nextInt(MOST_ITEMS); i >= 0; i--) {
            Item item = item(open, told);
            if (!told.knows(item)) {
                running += effect(item);
                play.fresh().add(item);
            }
            play.items().add(item);
            play.balances().add(running);
        }
        return play;
    }

    /** What was played counts from now on. */
    void answered(Play play) {
        for (Item item : play.fresh()) {
            if (item.get("type").equals("debit")) {
                standing.add(item);
            } else if (item.get("type").equals("rollback")) {
                standing.removeIf(debit -> debit.id().equals(item.get("reference_transaction_id")));
            }
        }
        if (standing.size() > MOST_STANDING) {
            standing.subList(0, standing.size() - MOST_STANDING).clear();
        }
    }

    private Item item(List<Item> open, Told told) {
        int what = random.nextInt(6);
        if (what == 0 && !open.isEmpty()) {
            Item debit = open.remove(random.nextInt(open.size()));
            return player.rollback(debit).with(RETURNS, debit.get("amount"));
        }
        if (what == 1 && !open.isEmpty()) {
            return player.credit(amount(), open.get(random.nextInt(open.size())));
        }
        Item before = what == 2 ? told.any(random) : null;
        if (before != null) {
            return before;
        }
        Item debit = debit();
        open.add(debit);
        return debit;
    }

    private Item debit() {
        Item debit = player.debit(amount());
        return details == null ? debit : debit.withRaw("details", details);
    }

    private static long effect(Item item) {
        return switch (item.get("type")) {
            case "debit" -> -Long.parseLong(item.get("amount"));
            case "credit" -> Long.parseLong(item.get("amount"));
            default -> Long.parseLong(item.get(RETURNS));
        };
    }

    private String amount() {
        return Integer.toString(1 + random.nextInt(20));
    }
}

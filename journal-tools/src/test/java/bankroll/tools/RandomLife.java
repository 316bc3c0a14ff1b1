package bankroll.tools;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.TransferType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Plays at random, but the same for the same seed: bookings of every kind and outcome, and all that an operator does. */
final class RandomLife {
    private static final String[] GAMES = {"slots", "roulette", "poker", "=cmd()"};

    private final JournalScript script;
    private final Random random;
    private final int players;
    private final int batch;
    private final String[] sessions;
    private final List<String> recent = new ArrayList<>();
    private long booked;

    RandomLife(JournalScript script, long seed, int players, int batch) {
        this.script = script;
        this.random = new Random(seed);
        this.players = players;
        this.batch = batch;
        sessions = new String[players];
    }

    /** Opens the players with some money and a session each. */
    RandomLife begin() {
        for (int i = 0; i < players; i++) {
            script.open(player(i), i % 5 == 4 ? "USD" : "EUR");
            script.transfer("seed-" + i, player(i), TransferType.DEPOSIT, 1_000_000, currency(i));
            sessions[i] = script.session(player(i), GAMES[0]);
        }
        return this;
    }

    /** Books so many transactions in batches, with the operator doing something between them now and then. */
    RandomLife live(long bookings) {
        long end = booked + bookings;
        while (booked < end) {
            Bet[] bets = new Bet[batch];
            for (int i = 0; i < batch; i++) {
                bets[i] = bet();
            }
            script.platform(random.nextInt(4) == 0 ? "beta" : "alpha").book(bets);
            script.advance(random.nextInt(2_000));
            if (random.nextInt(20) == 0) {
                operate(random.nextInt(players));
            }
        }
        return this;
    }

    private Bet bet() {
        int i = random.nextInt(players);
        int dice = random.nextInt(100);
        String id = "tx-" + booked++;
        Bet bet;
        if (dice < 60) {
            bet = Bet.debit(id, player(i), sessions[i], random.nextInt(5_000)).currency(currency(i));
            remember(id, i);
        } else if (dice < 80) {
            bet = Bet.credit(id, player(i), random.nextInt(6_000), dice < 70 ? any() : null)
                    .currency(currency(i));
        } else if (dice < 95) {
            bet = Bet.rollback(id, player(i), dice < 90 ? any() : "unknown-" + id);
        } else {
            String known = any();
            String owner = recent.isEmpty() ? player(i) : owner(known);
            bet = Bet.debit(name(known), owner, sessions[i], 1);
        }
        Bet complete = bet.game(GAMES[random.nextInt(GAMES.length)]);
        return dice % 10 == 3
                ? complete.details("{\"lines\": [1,\n 2], \"note\": \"a, \\\"b\\\"\"}")
                : mine(complete, i);
    }

    /** A reference belongs to the player whose debit it is, most of the time. */
    private Bet mine(Bet bet, int player) {
        return bet.reference() == null || random.nextInt(50) == 0
                ? bet.round("round-" + player + "-" + booked / 100)
                : new Bet(
                        bet.type(),
                        bet.id(),
                        bet.reference().startsWith("unknown") ? player(player) : owner(bet.reference()),
                        bet.session(),
                        bet.amount(),
                        bet.currency() == null ? null : currency(number(owner(bet.reference()))),
                        bet.game(),
                        bet.round(),
                        name(bet.reference()),
                        bet.details());
    }

    private void remember(String id, int player) {
        if (recent.size() < 1_000) {
            recent.add(id + "/" + player);
        } else {
            recent.set(random.nextInt(recent.size()), id + "/" + player);
        }
    }

    private String any() {
        return recent.isEmpty() ? "none/0" : recent.get(random.nextInt(recent.size()));
    }

    private static String name(String known) {
        return known.contains("/") ? known.substring(0, known.indexOf('/')) : known;
    }

    private String owner(String known) {
        return known.contains("/") ? player(Integer.parseInt(known.substring(known.indexOf('/') + 1))) : player(0);
    }

    private static int number(String player) {
        return Integer.parseInt(player.substring(player.indexOf('-') + 1));
    }

    private void operate(int i) {
        switch (random.nextInt(8)) {
            case 0 -> script.block(player(i));
            case 1 -> script.unblock(player(i));
            case 2 -> script.limit(player(i), LimitSlot.WAGER_DAY, 50_000);
            case 3 -> sessions[i] = script.session(player(i), "poker");
            case 4 -> script.closeSessions(player(i));
            case 5 -> script.transfer("w-" + booked, player(i), TransferType.WITHDRAWAL, 700, currency(i));
            case 6 -> script.transfer("a-" + booked, player(i), TransferType.ADJUSTMENT, -3, currency(i));
            default -> script.rename(player(i), "Zoë \"" + i + "\"");
        }
    }

    private static String player(int i) {
        return "player-" + i;
    }

    private static String currency(int i) {
        return i % 5 == 4 ? "USD" : "EUR";
    }
}

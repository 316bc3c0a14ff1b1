package bankroll.tools.service;

import bankroll.protocol.TransactionType;
import bankroll.tools.Bet;
import bankroll.tools.service.PlatformSide.Known;
import bankroll.tools.service.PlatformSide.Play;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Draws what is sent next: every kind of transaction that the contract knows an answer for. One thread. */
final class Table {
    private static final String[] GAMES = {"slots", "roulette", "poker", "=cmd()"};
    private static final long HUGE = 999_999_999_999_999L;

    private final Random random;
    private final List<Player> players;
    private final Map<String, Player> byId;
    private long drawn;

    Table(Random random, List<Player> players) {
        this.random = random;
        this.players = players;
        byId = players.stream().collect(Collectors.toMap(Player::id, player -> player));
    }

    Play next(PlatformSide platform) {
        drawn++;
        int dice = random.nextInt(100);
        Known known = platform.any(random);
        if (dice < 55 || known == null) {
            return fresh(debit(platform, dice));
        }
        Bet bet = known.bet();
        if (dice < 63) {
            return new Play(bet, known);
        }
        if (dice < 65 && bet.type() != TransactionType.ROLLBACK) {
            return fresh(
                    Bet.debit(bet.id(), bet.player(), "other", bet.amount() + 1).currency("EUR"));
        }
        if (dice < 85) {
            return fresh(credit(platform, bet, dice));
        }
        return fresh(rollback(platform, bet, dice));
    }

    private Play fresh(Bet bet) {
        Bet complete = bet.game(GAMES[random.nextInt(GAMES.length)])
                .round(bet.type() == TransactionType.ROLLBACK ? null : "round-" + drawn / 40);
        return new Play(
                drawn % 10 == 3 ? complete.details("{\"lines\": [1,\n 2], \"note\": \"a, \\\"b\\\"\"}") : complete,
                null);
    }

    private Bet debit(PlatformSide platform, int dice) {
        Player player = players.get(random.nextInt(players.size()));
        String tombstone = dice == 0 ? platform.takeTombstone() : null;
        String id = tombstone == null ? platform.nextId() : tombstone;
        return switch (dice) {
            case 1, 2 -> Bet.debit(id, player.id(), player.session(), HUGE).currency(player.currency());
            case 3 -> Bet.debit(id, player.id(), "nobody's", 10).currency(player.currency());
            case 4 -> Bet.debit(id, player.id(), player.session(), 10).currency("XXX");
            case 5 -> Bet.debit(id, player.id(), player.session(), 0).currency(player.currency());
            default ->
                Bet.debit(id, player.id(), player.session(), amount(player)).currency(player.currency());
        };
    }

    private Bet credit(PlatformSide platform, Bet bet, int dice) {
        String id = platform.nextId();
        Player player = players.get(random.nextInt(players.size()));
        return switch (dice) {
            case 65 -> Bet.credit(id, player.id(), 10, "unknown-" + id).currency(player.currency());
            case 66 -> Bet.credit(id, "nobody", 10, null);
            case 67, 68, 69, 70 ->
                Bet.credit(id, player.id(), amount(player), null).currency(player.currency());
            default -> {
                Player owner = owner(bet);
                yield Bet.credit(id, owner.id(), amount(owner), bet.id()).currency(owner.currency());
            }
        };
    }

    private Bet rollback(PlatformSide platform, Bet bet, int dice) {
        String id = platform.nextId();
        return switch (dice) {
            case 85, 86, 87 -> Bet.rollback(id, owner(bet).id(), PlatformSide.NEVER + id);
            case 88 ->
                Bet.rollback(id, players.get(random.nextInt(players.size())).id(), bet.id());
            default -> Bet.rollback(id, bet.player(), bet.id());
        };
    }

    private Player owner(Bet bet) {
        return byId.getOrDefault(bet.player(), players.get(0));
    }

    /** Up to 19 digits for the one who plays so high. */
    private long amount(Player player) {
        return player.isWhale() ? random.nextLong() >>> 1 + random.nextInt(3) : random.nextInt(3_000);
    }
}

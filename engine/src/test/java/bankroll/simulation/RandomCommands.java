package bankroll.simulation;

import bankroll.protocol.LimitSlot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What comes to somebody's mind: few players and many copies, so that everything meets everything. */
final class RandomCommands {
    static final List<String> PLAYERS = List.of("ann", "bob", "cyd", "nobody");
    private static final int LONGEST_BATCH = 6;
    /** An index holds few ids that begin alike; those of a long life begin otherwise. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Random random;
    private final Sessions sessions;
    private final List<RandomItems> platforms;
    private final Deque<Command> next = new ArrayDeque<>();
    private int number;

    RandomCommands(Random random) {
        this.random = random;
        sessions = new Sessions(random);
        platforms = List.of(new RandomItems("alpha", random, sessions), new RandomItems("beta", random, sessions));
        for (String player : PLAYERS.subList(0, 3)) {
            next.add(Change.open(player, currency(player)));
            next.add(Change.deposit("first of " + player, player, currency(player), "1000"));
            next.add(mint(player));
        }
    }

    /** A debit was refused for its session: the player comes again, and is let in. */
    void sessionEnded(String player) {
        if (next.isEmpty() && PLAYERS.indexOf(player) < 3) {
            next.add(mint(player));
        }
    }

    /** Somebody was told of this; what follows from it comes next. */
    void heard(Change change, SessionBits session) {
        if (session != null) {
            sessions.add(session, change.subject());
        } else if (change.isMint()) {
            next.add(exchange(change.subject()));
        }
    }

    Command command() {
        if (!next.isEmpty() && random.nextInt(10) > 0) {
            return next.poll();
        }
        return random.nextInt(5) == 0 ? change() : batch();
    }

    Question question() {
        return switch (random.nextInt(4)) {
            case 0 -> Question.trialBalance();
            case 1 -> Question.balance(pick(PLAYERS));
            default -> {
                RandomItems platform = pick(platforms);
                yield Question.lookup(platform.name(), platform.id());
            }
        };
    }

    private Command change() {
        String player = PLAYERS.get(random.nextInt(3));
        return switch (random.nextInt(14)) {
            case 0 -> Change.open(player, currency(player));
            case 1, 2 -> Change.deposit("d" + number++, player, currency(player), RandomItems.amount(random));
            case 3, 4, 5, 6 -> mint(player);
            case 7, 8 -> exchange(sessions.anyCode());
            case 9 -> Change.closeSession(sessions.any());
            case 10 -> Change.block(player);
            case 11 -> Change.unblock(player);
            case 12 -> Change.limits(player, Map.of());
            default -> Change.limits(player, limits());
        };
    }

    private Command batch() {
        RandomItems platform = pick(platforms);
        return new Batch(platform.name(), platform.items(1 + random.nextInt(LONGEST_BATCH)));
    }

    private Command mint(String player) {
        String code = "code" + number++;
        sessions.minted(code, player);
        return Change.mint(code, player);
    }

    /** A platform that heard no answer asks again, and brings other random bits. */
    private Command exchange(String code) {
        return Change.exchange(code, new SessionBits(7 + (number >> 6) * SPREAD, number++));
    }

    private Map<LimitSlot, Long> limits() {
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (int i = random.nextInt(3); i >= 0; i--) {
            limits.put(LimitSlot.of(random.nextInt(LimitSlot.COUNT)), (long) random.nextInt(4) * 400);
        }
        return limits;
    }

    static String currency(String player) {
        return player.equals("cyd") ? "USD" : "EUR";
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

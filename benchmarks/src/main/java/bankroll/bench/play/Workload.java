package bankroll.bench.play;

import java.time.Instant;
import java.util.Locale;

/**
 * What is played, the same for every benchmark with the same seed.
 *
 * @param seed of all draws
 * @param run eight hexadecimal digits in every id, so that two runs on one server never meet
 * @param players how many there are, 1 to 2^31 - 1
 * @param streams how many streams share them; every stream has its own players
 * @param hotPlayers share of the players that is hot, 0 to 1
 * @param hotShare share of the items that goes to hot players, 0 to 1
 * @param mix how often each kind of item comes
 */
public record Workload(long seed, String run, int players, int streams, double hotPlayers, double hotShare, Mix mix) {
    /** What every player has at the start, in minor units: enough never to run dry by chance. */
    public static final long FUNDS = 1_000_000_000_000L;

    /** The one currency. */
    public static final String CURRENCY = "EUR";

    /** Checks the numbers together. */
    public Workload {
        if (streams < 1 || players < streams) {
            throw new IllegalArgumentException(
                    players + " players are too few for " + streams + " connections: each needs its own");
        }
        if (!(hotPlayers >= 0 && hotPlayers <= 1 && hotShare >= 0 && hotShare <= 1)) {
            throw new IllegalArgumentException("shares of players and items are 0 to 1");
        }
        if (!run.matches("[0-9a-f]{8}")) {
            throw new IllegalArgumentException("a run is named by eight hexadecimal digits, not " + run);
        }
    }

    /** Names a run by the clock: another one by the same name is weeks away. */
    public static String newRun() {
        return String.format(Locale.ROOT, "%08x", Instant.now().toEpochMilli() & 0xffffffffL);
    }

    /** How many players a stream has. */
    public int playersOf(int stream) {
        return players / streams + (stream < players % streams ? 1 : 0);
    }

    /** The number, among all, of a stream's player. */
    public int player(int stream, int local) {
        return local * streams + stream;
    }
}

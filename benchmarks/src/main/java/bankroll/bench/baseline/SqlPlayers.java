package bankroll.bench.baseline;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.protocol.SessionId;
import java.util.SplittableRandom;

/** Ids and sessions of the workload's players, as text. Immutable; any thread. */
final class SqlPlayers {
    /** A session that nobody has. */
    static final String NO_SESSION = "A".repeat(SessionId.LENGTH);

    private final String[] names;
    private final String[] sessions;

    SqlPlayers(Workload workload) {
        names = new String[workload.players()];
        sessions = new String[workload.players()];
        SplittableRandom random = new SplittableRandom(workload.seed());
        for (int player = 0; player < names.length; player++) {
            names[player] = Ids.player(workload.run(), player);
            sessions[player] = SessionId.format(random.nextLong(), random.nextLong());
        }
    }

    int count() {
        return names.length;
    }

    String name(int player) {
        return names[player];
    }

    String session(int player) {
        return sessions[player];
    }
}

package bankroll.simulation;

import bankroll.engine.CommandLog;
import java.util.List;
import java.util.Random;

/**
 * Which release a node starts with: nodes are upgraded one after the other, and may go back by one. Every second release
 * changes decisions: first it is known, then sent.
 */
final class Releases {
    private final Random random;
    private int newest = 1;

    Releases(Random random) {
        this.random = random;
    }

    /** A node starts while these run, each with its release. */
    int next(List<Integer> running) {
        boolean isDone = running.stream().allMatch(release -> release == newest);
        newest += isDone && random.nextInt(4) == 0 ? 1 : 0;
        return newest - random.nextInt(2);
    }

    /** What a release decides by. */
    static CommandLog.Rules rules(int release) {
        return new CommandLog.Rules(release / 2, (release + 1) / 2);
    }
}

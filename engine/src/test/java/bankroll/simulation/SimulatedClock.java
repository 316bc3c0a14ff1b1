package bankroll.simulation;

import java.util.Random;

/** The host's clocks: one that is steady, and one that somebody sets. */
final class SimulatedClock {
    static final long START_MS = 1_750_000_000_000L;

    private final Random random;
    private long wallMs = START_MS;
    private long highestWallMs = START_MS;
    private long nanos = -5;

    SimulatedClock(Random random) {
        this.random = random;
    }

    /** Time passes; now and then a lot of it, or the wall clock is set. */
    void pass() {
        int ms = random.nextInt(4);
        nanos += ms * 1_000_000L;
        wallMs += ms;
        switch (random.nextInt(1000)) {
            case 0, 1 -> wallMs += random.nextInt(7_200_000);
            case 2, 3 -> wallMs -= random.nextInt(7_200_000);
            case 4 -> wallMs += random.nextInt(3) * 86_400_000L;
            case 5, 6, 7, 8, 9 -> wallMs += random.nextInt(90_000);
            default -> {}
        }
        highestWallMs = Math.max(highestWallMs, wallMs);
    }

    long wallMs() {
        return wallMs;
    }

    /** No time that the product may have seen is later. */
    long highestWallMs() {
        return highestWallMs;
    }

    long nanoTime() {
        return nanos;
    }
}

package bankroll.simulation;

import java.util.Random;

/** How kind the world is in this run; every "one in so many" is drawn once. Switched off while results are looked at. */
final class Faults {
    private static final String SIMULATED = "simulated: ";

    private final Random random;
    private final int crash;
    private final int failure;
    private final int slowness;
    private Meanwhile meanwhile = turns -> {};
    private boolean on = true;

    /** What goes on while the disk takes its time. */
    @FunctionalInterface
    interface Meanwhile {
        void turns(int count);
    }

    Faults(Random random) {
        this.random = random;
        crash = pick(20, 80, 300);
        failure = pick(50, 400, Integer.MAX_VALUE);
        slowness = pick(2, 5, Integer.MAX_VALUE);
    }

    void on(boolean value) {
        on = value;
    }

    /** A place where the process may end. */
    void mayCrash(String where) {
        if (strikes(crash)) {
            crash(where);
        }
    }

    /** The process ends here. */
    void crash(String where) {
        throw new Crash(random.nextBoolean() ? Crash.Kind.KILL : Crash.Kind.POWER_CUT, where);
    }

    /** Whether the disk says no now. */
    boolean fails() {
        return strikes(failure);
    }

    /** A place where the disk may say no to the journal. */
    void mayFail(String what) {
        if (fails()) {
            throw new IllegalStateException(SIMULATED + what);
        }
    }

    /** A place where the disk may take its time, and others get their turns. */
    void mayTakeLong() {
        if (strikes(slowness)) {
            meanwhile.turns(1 + random.nextInt(20));
        }
    }

    void meanwhile(Meanwhile value) {
        meanwhile = value;
    }

    /** Whether it was a simulated failure that led to this one. */
    static boolean areBehind(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).startsWith(SIMULATED);
    }

    private boolean strikes(int oneIn) {
        return on && random.nextInt(oneIn) == 0;
    }

    private int pick(int... choices) {
        return choices[random.nextInt(choices.length)];
    }
}

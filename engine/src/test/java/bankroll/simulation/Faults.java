package bankroll.simulation;

import java.util.Random;
import java.util.function.BiConsumer;

/** How kind the world is in this run; every "one in so many" is drawn once. Switched off while results are looked at. */
final class Faults {
    private static final String SIMULATED = "simulated: ";

    private static final int DELICATE = 15;

    private final Random random;
    private final int crash;
    private final int failure;
    private final int slowness;
    private Meanwhile meanwhile = turns -> {};
    private BiConsumer<Crash.Kind, Random> ending = (kind, luck) -> {};
    private boolean on = true;

    /** What goes on while the disk takes its time. */
    @FunctionalInterface
    interface Meanwhile {
        void turns(int count);
    }

    /** @param calm so many times rarer than at the worst is what goes wrong */
    Faults(Random random, int calm) {
        this.random = random;
        crash = calm * pick(20, 80, 300);
        failure = calm * pick(50, 400, Integer.MAX_VALUE / calm);
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

    /** A place where much depends on what was done, and in which order: there it ends more often. */
    void mayCrashHere(String where) {
        if (strikes(DELICATE)) {
            crash(where);
        }
    }

    /** The process ends here. */
    void crash(String where) {
        Crash crash = new Crash(random.nextBoolean() ? Crash.Kind.KILL : Crash.Kind.POWER_CUT, where);
        ending.accept(crash.kind(), random);
        throw crash;
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

    /** Told at the very moment at which the process ends: whatever it does on its way up, it no longer does. */
    void onCrash(BiConsumer<Crash.Kind, Random> value) {
        ending = value;
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

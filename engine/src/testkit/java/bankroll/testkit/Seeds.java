package bankroll.testkit;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a property for a fixed set of seeds, and then for fresh ones for as long again, so that each run sees something
 * new and none takes longer than it must. A failure names its seed and the command that runs that one alone
 * ({@code -Dseed=N}); a seed that was found so is added to the fixed ones of its test.
 *
 * <p>{@code -Dseeds=N} runs so many fixed ones, {@code -Dfirst.seed=N} others, both without fresh ones;
 * {@code -Dfresh.seconds=N} says how long fresh ones are tried.
 */
public final class Seeds {
    private static final int REPORT_EVERY = 10_000;
    private static final long LONGEST_FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Short enough to be copied by hand, far from the fixed ones. */
    private static final long LEAST_FRESH = 1_000_000_000L;

    private static final int MOST_FRESH = Integer.MAX_VALUE;

    private Seeds() {}

    /** Runs the property for seeds 1 to {@code count}, for those that were {@code found} to break it once, and fresh ones. */
    public static void forEach(int count, Consumer<Random> property, long... found) {
        Long only = Long.getLong("seed");
        if (only != null) {
            run(only, property, "");
            return;
        }
        long startNanos = System.nanoTime();
        fixed(count, property);
        for (long seed : found) {
            run(seed, property, "");
        }
        fresh(property, System.nanoTime() - startNanos);
    }

    private static void fixed(int count, Consumer<Random> property) {
        long first = Long.getLong("first.seed", 1);
        long behind = first + Long.getLong("seeds", count);
        for (long seed = first; seed < behind; seed++) {
            run(seed, property, "");
            if (seed % REPORT_EVERY == 0) {
                System.out.println("good up to seed " + seed);
            }
        }
    }

    private static void fresh(Consumer<Random> property, long fixedNanos) {
        boolean othersAreWanted = Long.getLong("seeds") != null || Long.getLong("first.seed") != null;
        long usualNanos = othersAreWanted ? 0 : Math.min(fixedNanos, LONGEST_FRESH_NANOS);
        Long seconds = Long.getLong("fresh.seconds");
        long nanos = seconds == null ? usualNanos : TimeUnit.SECONDS.toNanos(seconds);
        Random seeds = new Random();
        for (long startNanos = System.nanoTime(); System.nanoTime() - startNanos < nanos; ) {
            run(
                    LEAST_FRESH + seeds.nextInt(MOST_FRESH),
                    property,
                    "\na fresh seed: add it to those found by this test");
        }
    }

    private static void run(long seed, Consumer<Random> property, String advice) {
        try {
            property.accept(new Random(seed));
        } catch (RuntimeException | Error e) {
            throw new AssertionError(e.getMessage() + "\nrepeat it alone: " + command(seed) + advice, e);
        }
    }

    /** Surefire's name of the test that asked, by the stack. */
    private static String command(long seed) {
        String test = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> frame.getDeclaringClass() != Seeds.class
                                && !frame.getMethodName().startsWith("lambda"))
                        .findFirst()
                        .map(frame -> frame.getDeclaringClass().getSimpleName() + "#" + frame.getMethodName())
                        .orElseThrow());
        return "mvn -pl engine test -Dtest=" + test + " -Dseed=" + seed;
    }
}

package bankroll.testkit;

import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs a property for many seeds; a failure names the command that runs that one alone ({@code -Dseed=N}). More seeds with
 * {@code -Dseeds=N}, others with {@code -Dfirst.seed=N}.
 */
public final class Seeds {
    private static final int REPORT_EVERY = 10_000;

    private Seeds() {}

    /** Runs the property for {@code count} seeds, or for the one given by {@code -Dseed}. */
    public static void forEach(int count, Consumer<Random> property) {
        Long only = Long.getLong("seed");
        if (only != null) {
            run(only, property);
            return;
        }
        long first = Long.getLong("first.seed", 1);
        long behind = first + Long.getLong("seeds", count);
        for (long seed = first; seed < behind; seed++) {
            run(seed, property);
            if (seed % REPORT_EVERY == 0) {
                System.out.println("good up to seed " + seed);
            }
        }
    }

    private static void run(long seed, Consumer<Random> property) {
        try {
            property.accept(new Random(seed));
        } catch (RuntimeException | Error e) {
            throw new AssertionError(e.getMessage() + "\nrepeat it alone: " + command(seed), e);
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

package bankroll.testkit;

import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs a property for many seeds; a failure names the command that runs that one alone ({@code -Dseed=N}). More seeds with
 * {@code -Dseeds=N}.
 */
public final class Seeds {
    private Seeds() {}

    /** Runs the property for {@code count} seeds, or for the one given by {@code -Dseed}. */
    public static void forEach(int count, Consumer<Random> property) {
        Long only = Long.getLong("seed");
        if (only != null) {
            run(only, property);
            return;
        }
        long seeds = Long.getLong("seeds", count);
        for (long seed = 1; seed <= seeds; seed++) {
            run(seed, property);
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

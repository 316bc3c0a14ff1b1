package bankroll.simulation;

import org.slf4j.helpers.MessageFormatter;

/** Says what happens when one seed is repeated. */
final class Trace {
    private static final boolean IS_ON = Long.getLong("seed") != null;

    private Trace() {}

    static boolean isOn() {
        return IS_ON;
    }

    static void say(String format, Object... arguments) {
        if (IS_ON) {
            System.out.println("  " + MessageFormatter.basicArrayFormat(format, arguments));
        }
    }
}

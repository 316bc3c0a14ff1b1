package bankroll.tools.command;

import bankroll.tools.console.Console;
import java.util.concurrent.Callable;

/** A command that answers to a console. */
abstract class ConsoleCommand implements Callable<Integer> {
    /** What it answers to; known before it is called. */
    Console console;

    /** Tells it so. */
    final ConsoleCommand answeringTo(Console wanted) {
        console = wanted;
        return this;
    }
}

package bankroll.tools.command;

import bankroll.tools.check.Verification;
import bankroll.tools.console.Console;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
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

    /** Proves a part of a journal, and shows how far it is. */
    final void prove(String task, FrameScan scan, Verification verification) {
        try (Progress progress = console.progress(task, "entries", scan.size())) {
            verification.run(scan, progress);
        }
    }
}

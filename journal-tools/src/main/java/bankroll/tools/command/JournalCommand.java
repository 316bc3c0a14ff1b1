package bankroll.tools.command;

import bankroll.tools.console.Console;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameScan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that looks at one journal and answers to a console. */
abstract class JournalCommand implements Callable<Integer> {
    /** What it answers to. */
    final Console console;

    /** The journal. */
    @Mixin
    JournalParameter source;

    JournalCommand(Console console) {
        this.console = console;
    }

    /** Hands over a part of the journal, and shows how far it is. */
    final void read(String task, FrameScan scan, FrameHandler handler) {
        try (Progress progress = console.progress(task, "entries", scan.size())) {
            scan.run(handler, progress);
        }
    }
}

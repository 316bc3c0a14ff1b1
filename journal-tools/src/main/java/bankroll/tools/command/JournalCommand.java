package bankroll.tools.command;

import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameScan;
import picocli.CommandLine.Mixin;

/** A command that looks at one journal. */
abstract class JournalCommand extends ConsoleCommand {
    /** The journal. */
    @Mixin
    JournalParameter source;

    /** Hands over a part of the journal, and shows how far it is. */
    final void read(String task, FrameScan scan, FrameHandler handler) {
        try (Progress progress = console.progress(task, "entries", scan.size())) {
            scan.run(handler, progress);
        }
    }
}

package bankroll.tools.command;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Mark;
import bankroll.tools.source.Span;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

    /** Hands over all of it, or what is before damage, which it returns; null when there is none. */
    final CorruptJournalException readToDamage(String task, JournalSource journal, FrameHandler handler) {
        FrameScan scan = FrameScan.of(journal, Span.ALL);
        try {
            read(task, scan, handler);
            return null;
        } catch (CorruptJournalException e) {
            return e;
        }
    }

    /**
     * Adds what is wrong with manifest and mark. A machine is always told whether the journal's end is known: where it isn't,
     * the exit code is that of a good one all the same.
     */
    final void putBounds(Summary summary, Location location, Mark mark) {
        summary.put("manifest", location.manifestFault()).put("forced_mark", mark.text());
        if (console.isJson()) {
            summary.put("end_known", mark.isEndTold());
        }
    }

    /** The journal that a command looks at. */
    static final class JournalParameter {
        @Parameters(
                index = "0",
                paramLabel = "DIR",
                description = "Data directory, journal directory, a copy of one, or a backup.")
        private Path directory;

        /** As it was named, whatever is in it. */
        Path directory() {
            return directory;
        }

        Location location() {
            return Location.of(directory);
        }

        JournalSource open() {
            return location().open();
        }
    }
}

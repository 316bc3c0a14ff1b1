package bankroll.tools.command;

import bankroll.journal.JournalSource;
import bankroll.tools.source.Location;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The journal that a command looks at. */
final class JournalParameter {
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

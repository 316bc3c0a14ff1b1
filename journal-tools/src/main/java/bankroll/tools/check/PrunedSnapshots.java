package bankroll.tools.check;

import bankroll.tools.console.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Snapshots of a live ledger: the service removes the oldest one when it has a new one, also behind a look at their names. */
public final class PrunedSnapshots {
    private PrunedSnapshots() {}

    /** What is told of one. */
    @FunctionalInterface
    public interface Row {
        /** Looks at a snapshot. */
        Summary of(Path snapshot) throws IOException;
    }

    /** Whether one that was listed is there no more. */
    public static boolean isGone(Path snapshot) {
        return Files.notExists(snapshot, LinkOption.NOFOLLOW_LINKS);
    }

    /** What is told of each that is still there when its turn comes. */
    public static List<Summary> rows(List<Path> snapshots, Row row) {
        List<Summary> rows = new ArrayList<>();
        for (Path snapshot : snapshots) {
            try {
                rows.add(row.of(snapshot));
            } catch (NoSuchFileException e) {
                // what is gone is no snapshot of this ledger any more
            } catch (IOException e) {
                throw new UncheckedIOException("can't read the snapshot " + snapshot, e);
            }
        }
        return rows;
    }
}

package bankroll.journal.recovery;

import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Full files of a list that was made anew. The list that was lost had none before it was forced; this one may have files that
 * the process before had filled and not yet come to.
 */
final class UnforcedFiles {
    private UnforcedFiles() {}

    /** What the forced mark doesn't speak for is written again: a failed write may have left it in memory only. */
    static void bringToDisk(List<ClosedFile> full, long forced) throws IOException {
        for (ClosedFile file : full) {
            if (file.lastSequence() > forced) {
                Path path = file.file().path();
                DurableFiles.rewrite(path, 0, file.end());
                DurableFiles.forceDirectory(path.getParent());
            }
        }
    }
}

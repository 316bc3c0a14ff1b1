package bankroll.tools.export;

import bankroll.condition.ConditionException;
import bankroll.condition.Reason;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;

/** What an operator is told of a file that can't be written. */
final class Unwritten {
    private Unwritten() {}

    /** The file, what is wrong, and what helps where its disk is full. */
    static ConditionException of(Path file, IOException failure) {
        String cure = DurableFiles.isForWantOfRoom(failure) ? "; make room, or name a directory on a larger disk" : "";
        return ConditionException.wrong("can't write " + file + ": " + Reason.of(failure) + cure, failure);
    }
}

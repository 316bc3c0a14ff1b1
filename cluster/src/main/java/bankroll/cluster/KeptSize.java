package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many members there were when this node's log began, in a file beside it. Nodes that count otherwise than the others, as
 * while a cluster of three is started again as five one by one, could find two majorities.
 */
final class KeptSize {
    private static final String NAME = "members";

    private KeptSize() {}

    /**
     * Keeps it at the first start, and holds every other one against it.
     *
     * @throws ConditionException when there are more members now, or fewer
     */
    static void require(ClusterContext context) {
        Path file = context.directory().resolve(NAME);
        String now = Integer.toString(context.members.size());
        try {
            if (!Files.exists(file)) {
                DurableFiles.createDirectories(context.directory());
                DurableFiles.replace(file, now.getBytes(StandardCharsets.US_ASCII));
            }
            String began = Files.readString(file, StandardCharsets.US_ASCII).strip();
            if (!began.equals(now)) {
                throw new ConditionException(
                        ExitCode.CONFIGURATION,
                        "this node's log is that of " + began + " members, and cluster.members names " + now,
                        "name as many as before, or begin a new log on all of them (docs/cluster.md)");
            }
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO, "can't keep " + file + ": " + Reason.of(e), "look at the disk and its permissions", e);
        }
    }
}

package bankroll.cluster;

import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.ErrorHandler;

/**
 * By which vote a node is bound that stood itself in a later term, or refused its vote in one: Aeron keeps the last term of all
 * three. The file is written where the node follows a leader of an earlier term than Aeron's, which is rare. One thread.
 *
 * <pre>
 *   the term that Aeron keeps, a blank, the term of the vote
 * </pre>
 */
final class KeptVote {
    /** Its name beside the log. */
    static final String FILE = "vote";

    private final ClusterContext context;

    KeptVote(ClusterContext context) {
        this.context = context;
    }

    /** By the vote of which term a node is bound at its start; by Aeron's, where no file says otherwise of that one. */
    long bound(long aerons) {
        try {
            Path file = context.directory().resolve(FILE);
            String[] terms = Files.exists(file) ? Files.readString(file).split(" ") : new String[0];
            return terms.length == 2 && terms[0].equals(Long.toString(aerons)) ? Long.parseLong(terms[1]) : aerons;
        } catch (IOException | NumberFormatException unreadable) {
            return aerons;
        }
    }

    /** Without it the next start is bound by more, and that is all. */
    void keep(long aerons, long bound, ErrorHandler errors) {
        try {
            DurableFiles.replace(
                    context.directory().resolve(FILE), (aerons + " " + bound).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            errors.onError(e);
        }
    }
}

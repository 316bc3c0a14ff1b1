package bankroll.tools.salvage;

import java.nio.file.Path;

/**
 * Bytes of a file that the disk didn't give.
 *
 * @param file where
 * @param from the first of them
 * @param to the one behind the last
 */
public record Unreadable(Path file, long from, long to) {
    /** In words. */
    public String text() {
        return "bytes " + from + " to " + (to - 1) + " of " + file + " can't be read from the disk";
    }
}

package bankroll.journal.chronicle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the process may open files. Beginning a journal file takes some descriptors at once, within Chronicle too, and
 * fails for good when one is missing: so the writer looks before it decides anything.
 */
final class Descriptors {
    /** Twice what a new file takes: Chronicle's own, the call's, the read-back's, two for each barrier. */
    static final int FOR_A_FILE = 24;

    private Descriptors() {}

    /** Opens this directory as often as a new file takes descriptors, and closes it again. */
    static boolean areLeft(Path directory) {
        List<FileChannel> opened = new ArrayList<>(FOR_A_FILE);
        try {
            while (opened.size() < FOR_A_FILE) {
                opened.add(FileChannel.open(directory, StandardOpenOption.READ));
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            opened.forEach(Descriptors::close);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("can't close a directory that was read", e);
        }
    }
}

package bankroll.tools.rebuild;

import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.files.ManifestCodec;
import bankroll.journal.reading.FrameLink;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * A journal to which entries are appended, wherever they come from. Each file is read back as soon as it is full, while the
 * next is written.
 */
final class AppendedJournal implements NewJournal {
    private final Path directory;
    private final FrameScan scan;
    private final JournalCopy copy;
    private final JournalReadBack readBack;

    /**
     * Prepares.
     *
     * @param scan the entries
     * @param previousCrc CRC of the one before the first
     */
    AppendedJournal(FrameScan scan, int previousCrc, Path directory, Disk disk) throws IOException {
        this.directory = directory;
        this.scan = scan;
        copy = new JournalCopy(directory, scan.first(), previousCrc, !disk.isPastTheCache());
        readBack = new JournalReadBack(this::closed, FrameLink.behind(scan.first() - 1, previousCrc), disk);
    }

    @Override
    public void make(Verification verification, Progress shown) {
        verification.run(scan, this::append, shown);
    }

    private boolean append(DirectBuffer buffer, int offset, int length) {
        readBack.requireAlive();
        return copy.onFrame(buffer, offset, length);
    }

    private List<ClosedFile> closed() {
        Manifest manifest = ManifestCodec.read(directory);
        return manifest == null ? List.of() : manifest.closed();
    }

    @Override
    public boolean end(Verification verification, Progress shown) {
        copy.close();
        return readBack.has(scan.last(), verification.lastCrc(), shown);
    }

    @Override
    public void close() {
        readBack.close();
        copy.close();
    }
}

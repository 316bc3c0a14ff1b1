package bankroll.tools.rebuild;

import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.FrameLink;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/** A journal that is made of another one's files, while the entries in them are proved. */
final class CopiedJournal implements NewJournal {
    private final Path directory;
    private final FrameScan scan;
    private final int previousCrc;
    private final FileCopies copies;
    private final JournalReadBack readBack;

    /**
     * Begins to copy.
     *
     * @param files those of the other one
     * @param scan the entries in them, from its first
     */
    CopiedJournal(List<ClosedFile> files, FrameScan scan, Path directory, Disk disk) throws IOException {
        this.directory = directory;
        this.scan = scan;
        previousCrc = files.get(0).previousCrc();
        DurableFiles.createDirectories(directory);
        copies = new FileCopies(files, directory, disk);
        readBack = new JournalReadBack(copies::done, FrameLink.behind(scan.first() - 1, previousCrc), disk);
    }

    @Override
    public void make(Verification verification, Progress shown) {
        verification.run(copies, this::requireAlive, shown);
        if (verification.damage() != null) {
            requireGoodSource();
        } else if (verification.isGood()) {
            scan.requireGoodEnd();
        }
    }

    private boolean requireAlive(DirectBuffer buffer, int offset, int length) {
        readBack.requireAlive();
        return true;
    }

    /** The journal itself says best where it is damaged. */
    private void requireGoodSource() {
        scan.run((buffer, offset, length) -> true, Progress.none());
    }

    @Override
    public boolean end(Verification verification, Progress shown) throws IOException {
        List<ClosedFile> files = copies.await();
        new Manifest(scan.first(), previousCrc, files, null).write(directory);
        ForcedMark.create(directory, scan.last(), SyncPolicy.ALWAYS).close();
        return readBack.has(scan.last(), verification.lastCrc(), shown);
    }

    @Override
    public void close() {
        copies.close();
        readBack.close();
    }
}

package bankroll.tools.rebuild;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.FramePieces;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import bankroll.tools.rebuild.Disk.StraightFile;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameHandler.FrameFeed;
import bankroll.tools.source.FrameScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
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
        copies = new FileCopies(files, directory, disk);
        readBack = new JournalReadBack(copies::done, Frame.Link.behind(scan.first() - 1, previousCrc), disk);
    }

    @Override
    public void make(Verification verification, Progress shown) {
        verification.run(copies, this::requireAlive, shown);
        if (verification.damage() != null) {
            // the journal itself says best where
            scan.requireGood();
        } else if (verification.isGood()) {
            scan.requireGoodEnd();
        }
    }

    private boolean requireAlive(DirectBuffer buffer, int offset, int length) {
        readBack.requireAlive();
        return true;
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

    /**
     * Copies journal files byte for byte, straight to the disk, and hands on the frames in them: what is proved is what is given
     * to the disk. One thread, but for {@link #done}, and for those that wait for the disk.
     */
    static final class FileCopies implements FrameFeed, AutoCloseable {
        private final List<ClosedFile> sources;
        private final List<ClosedFile> copies;
        private final List<CompletableFuture<Void>> ends = new CopyOnWriteArrayList<>();
        private final Disk disk;
        private final Frame.Link link;

        /**
         * Prepares.
         *
         * @param sources what is copied, at least one, each up to its end
         * @param journal where to: an existing directory without such files
         */
        FileCopies(List<ClosedFile> sources, Path journal, Disk disk) {
            this.sources = sources;
            this.disk = disk;
            copies = sources.stream().map(file -> file.in(journal)).toList();
            link = Frame.Link.behind(first() - 1, sources.get(0).previousCrc());
        }

        @Override
        public long first() {
            return sources.get(0).firstSequence();
        }

        @Override
        public void run(FrameHandler handler, Progress progress) {
            for (int i = 0; i < sources.size(); i++) {
                Path target = copies.get(i).file().path();
                try {
                    copy(sources.get(i), target, handler, progress);
                } catch (IOException e) {
                    throw cannotCopy(target, e);
                }
                requireWhole(sources.get(i));
            }
        }

        private void copy(ClosedFile source, Path target, FrameHandler handler, Progress progress) throws IOException {
            DurableFiles.createDirectories(target.getParent());
            StraightFile file = new StraightFile(disk, target);
            try (FileChannel from = FileChannel.open(source.file().path(), StandardOpenOption.READ)) {
                FramePieces frames = new FramePieces(link, (buffer, offset, length) -> {
                    handler.onFrame(buffer, offset, length);
                    progress.at(link.sequence() - first() + 1);
                });
                file.copy(from, source.end(), frames::take);
                file.fill(DurableFiles.trimmed(source.end()));
            } finally {
                // The disk takes its time, and the next file can begin.
                ends.add(CompletableFuture.runAsync(
                        () -> end(file, target), task -> new Thread(task, "end of copy").start()));
            }
        }

        private static void end(StraightFile file, Path target) {
            try (file) {
                file.end();
                DurableFiles.forceDirectory(target.getParent());
            } catch (IOException e) {
                throw cannotCopy(target, e);
            }
        }

        private static UncheckedIOException cannotCopy(Path target, IOException cause) {
            return new UncheckedIOException("can't copy a journal file to " + target, cause);
        }

        private void requireWhole(ClosedFile source) {
            if (link.sequence() != source.lastSequence() || link.crc() != source.lastCrc()) {
                throw new CorruptJournalException(
                        source.file().name(), 0, link.sequence() + 1, FrameFault.NONE, "what was copied is not whole");
            }
        }

        /** The first of them, as far as they are on the disk; any thread. */
        List<ClosedFile> done() {
            int done = 0;
            while (done < ends.size()
                    && ends.get(done).isDone()
                    && !ends.get(done).isCompletedExceptionally()) {
                done++;
            }
            return copies.subList(0, done);
        }

        /**
         * All of them, once they are on the disk.
         *
         * @throws UncheckedIOException when one could not be written
         */
        List<ClosedFile> await() {
            try {
                ends.forEach(CompletableFuture::join);
                return copies;
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : e;
            }
        }

        /** Waits until nothing more is written: it may be removed then. */
        @Override
        public void close() {
            ends.forEach(end -> end.exceptionally(failure -> null).join());
        }
    }
}

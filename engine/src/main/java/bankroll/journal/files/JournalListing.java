package bankroll.journal.files;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The journal files that are there, by number. */
final class JournalListing {
    private static final String RUN_DIRECTORIES = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]";
    private static final String DISCARDED = ".discard";

    private JournalListing() {}

    /** All files, oldest first; empty when the directory is. */
    static List<JournalFile> of(final Path journal) {
        final List<JournalFile> files = new ArrayList<>();
        for (final Path run : runs(journal)) {
            for (final Path path : list(run, "*")) {
                addFile(journal, path, files);
            }
        }
        Collections.sort(files);
        return files;
    }

    /** The directories of the starts, oldest first. */
    static List<Path> runs(final Path journal) {
        final List<Path> runs = list(journal, RUN_DIRECTORIES);
        Collections.sort(runs);
        return runs;
    }

    private static void addFile(final Path journal, final Path path, final List<JournalFile> files) {
        final String name = path.getParent().getFileName() + "/" + path.getFileName();
        if (name.endsWith(DISCARDED)) {
            throw unexpected(name, "Chronicle put it aside because it could not read it");
        }
        if (name.endsWith(JournalFile.SUFFIX)) {
            final JournalFile file = JournalFile.parse(journal, name);
            if (file == null) {
                throw unexpected(name, "it has not the name of a journal file");
            }
            files.add(file);
        }
    }

    private static CorruptJournalException unexpected(final String name, final String why) {
        return new CorruptJournalException(
                name, 0, 0, FrameFault.NONE, why + "; move it out of the journal, then " + Cure.VERIFY);
    }

    static List<Path> list(final Path directory, final String pattern) {
        final List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
            entries.forEach(paths::add);
        } catch (NoSuchFileException e) {
            return paths;
        } catch (IOException e) {
            throw new UncheckedIOException("can't list " + directory, e);
        }
        return paths;
    }
}

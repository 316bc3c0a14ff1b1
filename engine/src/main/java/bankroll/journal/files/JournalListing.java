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
public final class JournalListing {
    private static final String RUN_DIRECTORIES = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]";
    private static final String DISCARDED = ".discard";

    private JournalListing() {}

    /** All files, oldest first; empty when the directory is. */
    public static List<JournalFile> of(Path journal) {
        List<JournalFile> files = new ArrayList<>();
        for (Path run : runs(journal)) {
            for (Path path : list(run, "*")) {
                addFile(journal, path, files);
            }
        }
        Collections.sort(files);
        return files;
    }

    /** The directories of the starts, oldest first. */
    public static List<Path> runs(Path journal) {
        List<Path> runs = list(journal, RUN_DIRECTORIES);
        Collections.sort(runs);
        return runs;
    }

    private static void addFile(Path journal, Path path, List<JournalFile> files) {
        String name = path.getParent().getFileName() + "/" + path.getFileName();
        if (name.endsWith(DISCARDED)) {
            throw unexpected(name, "Chronicle put it aside because it could not read it");
        }
        if (name.endsWith(JournalFile.SUFFIX)) {
            JournalFile file = JournalFile.parse(journal, name);
            if (file == null) {
                throw unexpected(name, "it has not the name of a journal file");
            }
            files.add(file);
        }
    }

    private static CorruptJournalException unexpected(String name, String why) {
        return new CorruptJournalException(
                name, 0, 0, FrameFault.NONE, why + "; move it out of the journal; " + Cure.of(0));
    }

    public static List<Path> list(Path directory, String pattern) {
        List<Path> paths = new ArrayList<>();
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

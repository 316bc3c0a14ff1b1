package bankroll.journal.files;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One file of the journal: its number, counted from 1 over all starts, and where it lies.
 *
 * @param number Chronicle's cycle: days since 1970 in the file's name.
 * @param run number of the first file of the start that wrote it, its directory's name.
 * @param path the file.
 */
public record JournalFile(long number, long run, Path path) implements Comparable<JournalFile> {
    /** Chronicle's suffix. */
    public static final String SUFFIX = ".cq4";
    /** The suffix of one in reserve, which Chronicle takes when it rolls. */
    public static final String RESERVED = ".precreated";
    /** The highest number: the last day of year 9999. */
    public static final long MAX_NUMBER = 2_932_896;

    /** As a glob and as a regular expression. */
    private static final String RUN_DIRECTORIES = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]";

    private static final Pattern RUN = Pattern.compile(RUN_DIRECTORIES);
    private static final String DISCARDED = ".discard";
    private static final Pattern NAME = Pattern.compile("(\\d{8})/(\\d{8})F\\.cq4");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT);

    /** The file of this number in the journal directory. */
    public static JournalFile of(Path journal, long run, long number) {
        if (number < 1 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("journal file number " + number + " is not in 1.." + MAX_NUMBER);
        }
        String day = DAY.format(LocalDate.ofEpochDay(number));
        return new JournalFile(number, run, directory(journal, run).resolve(day + "F" + SUFFIX));
    }

    /** The directory of one start. */
    public static Path directory(Path journal, long run) {
        return journal.resolve(String.format(Locale.ROOT, "%08d", run));
    }

    /** Reads the name as {@link #name()} prints it; null when it is none. */
    public static JournalFile parse(Path journal, String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        try {
            long number = LocalDate.parse(matcher.group(2), DAY).toEpochDay();
            return of(journal, Long.parseLong(matcher.group(1)), number);
        } catch (DateTimeException | IllegalArgumentException e) {
            return null;
        }
    }

    /** All files of a journal, oldest first; empty when the directory is. */
    public static List<JournalFile> all(Path journal) {
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

    /** Whether the directory of a start has such a name. */
    public static boolean isRun(String name) {
        return RUN.matcher(name).matches();
    }

    private static void addFile(Path journal, Path path, List<JournalFile> files) {
        String name = path.getParent().getFileName() + "/" + path.getFileName();
        if (name.endsWith(DISCARDED)) {
            throw unexpected(name, "Chronicle put it aside because it could not read it");
        }
        if (name.endsWith(SUFFIX)) {
            JournalFile file = parse(journal, name);
            if (file == null) {
                throw unexpected(name, "it has not the name of a journal file");
            }
            files.add(file);
        }
    }

    private static CorruptJournalException unexpected(String name, String why) {
        return new CorruptJournalException(
                name, 0, 0, FrameFault.NONE, why + "; move it out of the journal; " + CorruptJournalException.cure(0));
    }

    /** What in a directory has such a name, in no order; nothing when it is gone. */
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

    /** Directory and file name, as the manifest and messages give it. */
    public String name() {
        return path.getParent().getFileName() + "/" + path.getFileName();
    }

    @Override
    public int compareTo(JournalFile other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return name();
    }
}

package bankroll.cluster;

import bankroll.journal.files.DurableFiles;
import io.aeron.Aeron;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.RecordingLog.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the books say of this node's marks and of its log. Aeron's own book, the recording log, is its consensus module's while
 * that runs. What is made meanwhile stands in a second one beside it, and goes into Aeron's before the next start.
 *
 * @param marks the oldest first
 * @param log the archive's number of the log's recording; -1 for none
 */
record RecordedMarks(List<SeedMark> marks, long log) {
    /** What Aeron calls its own part of a snapshot. */
    static final int MODULE = -1;

    /** What it calls the only service's. */
    static final int SERVICE = 0;

    static final RecordedMarks NONE = new RecordedMarks(List.of(), Aeron.NULL_VALUE);

    /** A start needs one; the other is there should that be damaged. */
    static final int KEPT = 2;

    /** The second book's directory. */
    private static final String SECOND = "marks";

    /** Reads the books as they stand; they may be written meanwhile. */
    static RecordedMarks read(Path consensusDirectory) {
        if (!isThere(consensusDirectory)) {
            return NONE;
        }
        try (RecordingLog book = new RecordingLog(consensusDirectory.toFile(), false)) {
            List<SeedMark> marks = new ArrayList<>(marks(book.entries()));
            marks.addAll(behind(marks, second(consensusDirectory)));
            return new RecordedMarks(List.copyOf(marks), book.findLastTermRecordingId());
        }
    }

    /** Those that are behind all that are known: both books may name the same ones. */
    private static List<SeedMark> behind(List<SeedMark> known, List<SeedMark> marks) {
        long newest = known.isEmpty() ? -1 : last(known).position();
        return marks.stream().filter(mark -> mark.position() > newest).toList();
    }

    private static List<SeedMark> second(Path consensusDirectory) {
        Path directory = consensusDirectory.resolve(SECOND);
        if (!isThere(directory)) {
            return List.of();
        }
        try (RecordingLog book = new RecordingLog(directory.toFile(), false)) {
            return marks(book.entries());
        }
    }

    private static Path file(Path directory) {
        return directory.resolve(RecordingLog.RECORDING_LOG_FILE_NAME);
    }

    private static boolean isThere(Path directory) {
        return Files.exists(file(directory));
    }

    /** How long the books are: they grow by an entry or two a mark. */
    static long length(Path consensusDirectory) {
        return file(consensusDirectory).toFile().length()
                + file(consensusDirectory.resolve(SECOND)).toFile().length();
    }

    /** The second book, to write marks into. */
    static RecordingLog openSecond(Path consensusDirectory) {
        Path directory = consensusDirectory.resolve(SECOND);
        try {
            DurableFiles.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("can't make " + directory, e);
        }
        return new RecordingLog(directory.toFile(), true);
    }

    /** Writes a mark into a book, and forces it as Aeron's level of that says: 0 not at all. */
    static void append(RecordingLog book, SeedMark mark, int syncLevel) {
        append(book, mark.serviceRecording(), mark, SERVICE);
        append(book, mark.moduleRecording(), mark, MODULE);
        book.force(syncLevel);
    }

    private static void append(RecordingLog book, long recording, SeedMark mark, int service) {
        book.appendSnapshot(recording, mark.term(), mark.termBase(), mark.position(), mark.timestampMs(), service);
    }

    /**
     * Writes into Aeron's book what the second one has and a start needs: while no consensus module runs. An earlier build
     * knows no second one.
     */
    static void unite(Path consensusDirectory) {
        List<SeedMark> made = second(consensusDirectory);
        if (made.isEmpty()) {
            return;
        }
        try (RecordingLog book = new RecordingLog(consensusDirectory.toFile(), false)) {
            List<SeedMark> needed = made.subList(Math.max(0, made.size() - KEPT), made.size());
            behind(marks(book.entries()), needed).forEach(mark -> append(book, mark, 1));
        }
        try {
            Files.delete(file(consensusDirectory.resolve(SECOND)));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "what the second book of marks has is in Aeron's, and it can't be deleted", e);
        }
    }

    /** A mark has two entries, the service's and the module's. There may be a hundred thousand: each is looked at twice. */
    static List<SeedMark> marks(List<Entry> entries) {
        Map<Long, Entry> services = new HashMap<>();
        for (Entry entry : entries) {
            if (isSnapshot(entry, SERVICE)) {
                services.put(entry.logPosition, entry);
            }
        }
        List<SeedMark> marks = new ArrayList<>();
        for (Entry entry : entries) {
            Entry service = isSnapshot(entry, MODULE) ? services.get(entry.logPosition) : null;
            if (service != null && service.leadershipTermId == entry.leadershipTermId) {
                marks.add(mark(entry, service));
            }
        }
        return marks;
    }

    private static boolean isSnapshot(Entry entry, int service) {
        return entry.isValid && entry.type == RecordingLog.ENTRY_TYPE_SNAPSHOT && entry.serviceId == service;
    }

    private static SeedMark mark(Entry module, Entry service) {
        return new SeedMark(
                module.leadershipTermId,
                module.termBaseLogPosition,
                module.logPosition,
                module.timestamp,
                module.recordingId,
                service.recordingId);
    }

    /** Whether there is a log that this node goes on with. */
    boolean hasLog() {
        return log >= 0 || !marks.isEmpty();
    }

    Optional<SeedMark> newest() {
        return marks.isEmpty() ? Optional.empty() : Optional.of(last(marks));
    }

    /** The mark of a term that stands behind a byte of the log: two terms may have come to the same one. */
    SeedMark at(long term, long position) {
        return marks.stream()
                .filter(mark -> mark.term() == term && mark.position() == position)
                .findAny()
                .orElseThrow(() -> new IllegalStateException("no book names a mark at byte " + position));
    }

    private static SeedMark last(List<SeedMark> marks) {
        return marks.get(marks.size() - 1);
    }
}

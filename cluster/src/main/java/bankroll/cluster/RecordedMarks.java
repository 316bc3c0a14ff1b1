package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.RecordingLog.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Aeron's own book, the recording log, says of this node's marks and of its log.
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

    /** Reads the book as it stands; the consensus module may be writing it. */
    static RecordedMarks read(Path consensusDirectory) {
        if (!Files.exists(consensusDirectory.resolve(RecordingLog.RECORDING_LOG_FILE_NAME))) {
            return NONE;
        }
        try (RecordingLog book = new RecordingLog(consensusDirectory.toFile(), false)) {
            return new RecordedMarks(marks(book.entries()), book.findLastTermRecordingId());
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
        return marks.isEmpty() ? Optional.empty() : Optional.of(marks.get(marks.size() - 1));
    }
}

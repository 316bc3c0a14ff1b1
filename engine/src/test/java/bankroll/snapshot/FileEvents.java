package bankroll.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What this JVM does to files, as its flight recorder sees it. */
public final class FileEvents {
    private static final String READ = "jdk.FileRead";
    private static final String FORCE = "jdk.FileForce";

    private final List<RecordedEvent> events;

    /** Something that is done with files. */
    public interface Work {
        void run() throws IOException;
    }

    private FileEvents(List<RecordedEvent> events) {
        this.events = events;
    }

    /** Watches while it is done. */
    public static FileEvents of(Work work) throws IOException {
        Path dump = Files.createTempFile("file-events", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(READ).withoutThreshold();
            recording.enable(FORCE).withoutThreshold();
            recording.start();
            work.run();
            recording.stop();
            recording.dump(dump);
            return new FileEvents(RecordingFile.readAllEvents(dump));
        } finally {
            Files.delete(dump);
        }
    }

    /** Bytes read of a file. */
    public long bytesRead(Path file) {
        return of(READ, file).stream()
                .mapToLong(event -> Math.max(0, event.getLong("bytesRead")))
                .sum();
    }

    /** Whether a file or a directory was forced. */
    public boolean isForced(Path file) {
        return !of(FORCE, file).isEmpty();
    }

    private List<RecordedEvent> of(String type, Path file) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .filter(event -> file.toString().equals(event.getString("path")))
                .toList();
    }
}

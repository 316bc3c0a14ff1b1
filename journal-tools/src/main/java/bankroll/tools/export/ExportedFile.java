package bankroll.tools.export;

import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the manifest says of one file. */
final class ExportedFile {
    private final Path path;
    private long rows;
    private long firstSequence;
    private long lastSequence;
    private long guardedCells;
    private long bytes;
    private String sha256;

    ExportedFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    long rows() {
        return rows;
    }

    long guardedCells() {
        return guardedCells;
    }

    long bytes() {
        return bytes;
    }

    void count(long sequence) {
        if (rows == 0) {
            firstSequence = sequence;
        }
        rows++;
        lastSequence = sequence;
    }

    void guarded(long cells) {
        guardedCells = cells;
    }

    /** Takes what was computed while the file was written, and brings it to the disk. */
    void measure(Path finished, RunningHash hash) throws IOException {
        sha256 = hash.finish();
        bytes = hash.bytes();
        try (FileChannel channel = FileChannel.open(finished, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    Summary summary() {
        return new Summary()
                .put("file", path.getFileName().toString())
                .put("rows", rows)
                .put("first_sequence", firstSequence)
                .put("last_sequence", lastSequence)
                .put("bytes", bytes)
                .put("sha256", sha256);
    }
}

package bankroll.tools.export;

import bankroll.engine.DataDirectory;
import bankroll.journal.files.DurableFiles;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What an export holds: written last, so that its presence says that the export is complete. */
public final class ExportManifest {
    private static final int VERSION = 1;

    private final ExportFormat format;
    private final List<Column> columns;
    private final ZoneId zone;
    private final List<ExportedFile> files = new ArrayList<>();
    private long firstSequence;
    private long lastSequence;
    private long firstTimeMs;
    private long lastTimeMs;

    ExportManifest(ExportFormat format, List<Column> columns, ZoneId zone) {
        this.format = format;
        this.columns = List.copyOf(columns);
        this.zone = zone;
    }

    void entry(long sequence, long timeMs) {
        if (firstSequence == 0) {
            firstSequence = sequence;
            firstTimeMs = timeMs;
        }
        lastSequence = sequence;
        lastTimeMs = timeMs;
    }

    void add(ExportedFile file) {
        files.add(file);
    }

    /** Writes it into the directory of the export. */
    public void save(Path directory) {
        byte[] json = (summary().toJson() + "\n").getBytes(StandardCharsets.UTF_8);
        Path file = directory.resolve(DataDirectory.EXPORT_MANIFEST);
        try {
            DurableFiles.replace(file, json);
        } catch (IOException e) {
            throw Unwritten.of(file, e);
        }
    }

    /** All of it. */
    public Summary summary() {
        Summary summary = new Summary()
                .put("version", VERSION)
                .put("format", format.ending())
                .put("time_zone", zone.getId())
                .put("columns", columns.stream().map(Column::label).collect(Collectors.joining(",")))
                .put("first_sequence", firstSequence)
                .put("last_sequence", lastSequence);
        if (lastSequence > 0) {
            summary.putTime("first_time", firstTimeMs).putTime("last_time", lastTimeMs);
        }
        return summary.put("rows", files.stream().mapToLong(file -> file.rows).sum())
                .put("bytes", files.stream().mapToLong(file -> file.bytes).sum())
                .put(
                        "guarded_cells",
                        files.stream().mapToLong(file -> file.guardedCells).sum())
                .put("files", files.stream().map(ExportedFile::summary).toList());
    }

    /** What the manifest says of one file. */
    static final class ExportedFile {
        final Path path;
        private long rows;
        private long firstSequence;
        private long lastSequence;
        /** Cells that were changed so that a spreadsheet takes them for text. */
        long guardedCells;

        private long bytes;
        private String sha256;

        ExportedFile(Path path) {
            this.path = path;
        }

        void count(long sequence) {
            if (rows == 0) {
                firstSequence = sequence;
            }
            rows++;
            lastSequence = sequence;
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
}

package bankroll.gateway.ops;

import bankroll.engine.EngineContext;
import bankroll.journal.files.FreeSpace;
import bankroll.journal.files.JournalFile;
import bankroll.snapshot.SnapshotStore;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What lies in the data directory, and how much room its disk has. Looked up at the scrape. */
final class DirectoryFigures {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryFigures.class);
    private static final double MS_PER_SECOND = 1e3;

    private DirectoryFigures() {}

    static void register(PrometheusRegistry registry, Path data) {
        Path journal = data.resolve(EngineContext.JOURNAL);
        Path snapshots = data.resolve(SnapshotStore.DIRECTORY);
        gauge(
                registry,
                "bankroll_disk_free_bytes",
                "Room left on the disk of the data directory",
                () -> FreeSpace.of(data).usableBytes());
        gauge(
                registry,
                "bankroll_disk_bytes",
                "Size of the disk of the data directory",
                () -> FreeSpace.of(data).totalBytes());
        gauge(
                registry,
                "bankroll_journal_files",
                "Files of the journal that have been begun",
                () -> files(journal).size());
        gauge(
                registry,
                "bankroll_journal_bytes",
                "Bytes of the journal's files",
                () -> files(journal).stream()
                        .mapToDouble(DirectoryFigures::size)
                        .sum());
        gauge(
                registry,
                "bankroll_snapshot_bytes",
                "Size of the newest snapshot; 0 for none",
                () -> newest(snapshots).map(DirectoryFigures::size).orElse(0.0));
        gauge(
                registry,
                "bankroll_snapshot_time_seconds",
                "When the newest snapshot was written, in seconds since the epoch; 0 for none",
                () -> newest(snapshots)
                        .map(DirectoryFigures::writtenMs)
                        .map(ms -> ms / MS_PER_SECOND)
                        .orElse(0.0));
    }

    private interface Figure {
        double look() throws IOException;
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, Figure figure) {
        new FigureSource<>(registry, () -> look(name, figure)).gauge(name, help, Double::doubleValue);
    }

    /** A file may go while it is looked at: null, and the other figures are shown all the same. */
    private static Double look(String name, Figure figure) {
        try {
            return figure.look();
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{} can't be told", name, e);
            return null;
        }
    }

    private static List<Path> files(Path journal) {
        return JournalFile.runs(journal).stream()
                .flatMap(run -> JournalFile.list(run, "*" + JournalFile.SUFFIX).stream())
                .toList();
    }

    private static Optional<Path> newest(Path snapshots) {
        return JournalFile.list(snapshots, "*" + SnapshotStore.SUFFIX).stream().max(Comparator.naturalOrder());
    }

    private static double size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double writtenMs(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.EngineContext;
import bankroll.snapshot.SnapshotStore;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryFiguresTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();

    @TempDir
    Path temporary;

    private Path data() throws IOException {
        return Files.createDirectories(temporary.resolve("data"));
    }

    /** Where the disk became too small, a person puts a journal on another one. */
    @Test
    void shouldCountWhatIsBehindLinks() throws IOException {
        Path disk = Files.createDirectories(temporary.resolve("disk"));
        Path run = Files.createDirectories(disk.resolve("run"));
        Files.write(run.resolve("0001.cq4"), new byte[100]);
        Files.write(disk.resolve("snapshot-0000000000000000001.bks"), new byte[30]);
        Path journal = Files.createDirectories(temporary.resolve("other/journal"));
        Files.createSymbolicLink(journal.resolve("00000001"), run);
        Files.write(Files.createDirectories(journal.resolve("set-aside")).resolve("0002.cq4"), new byte[7]);
        Files.createSymbolicLink(data().resolve(EngineContext.JOURNAL), journal);
        Files.createSymbolicLink(data().resolve(SnapshotStore.DIRECTORY), disk);

        DirectoryFigures.register(registry, data());

        assertEquals(1, told("bankroll_journal_files"));
        assertEquals(100, told("bankroll_journal_bytes"));
        assertEquals(30, told("bankroll_snapshot_bytes"));
    }

    private double told(String name) {
        GaugeSnapshot gauge = (GaugeSnapshot)
                registry.scrape(name::equals).stream().findFirst().orElseThrow();
        return gauge.getDataPoints().get(0).getValue();
    }
}

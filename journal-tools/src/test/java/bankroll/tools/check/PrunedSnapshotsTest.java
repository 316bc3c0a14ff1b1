package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.Replay;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service goes on while somebody looks: a snapshot that was listed is gone when it is to be read. */
class PrunedSnapshotsTest {
    private final Entries entries = new Entries().open("anna").deposit("anna", 500);

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldBeNoFindingOfAProof() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        List<Path> listed = listedAndPruned(store);
        Discrepancies findings = new Discrepancies();
        try (Ledger ledger = new Ledger()) {
            SnapshotProof proof = new SnapshotProof(store, listed, ledger, findings, Beginning.WHOLE);
            entries.run(
                    (buffer, offset, length) -> {
                        Replay.apply(ledger, buffer, offset);
                        return proof.onFrame(buffer, offset, length);
                    },
                    null);
            proof.finish();

            assertEquals(1, proof.proved());
            assertEquals(0, findings.count());
        }
    }

    @Test
    void shouldBePassedOverInAList() throws IOException {
        List<Path> listed = listedAndPruned(new SnapshotStore(directory));

        List<Summary> rows = PrunedSnapshots.rows(listed, path -> new Summary().put("bytes", Files.size(path)));

        assertEquals(1, rows.size());
    }

    private List<Path> listedAndPruned(SnapshotStore store) throws IOException {
        Path old = entries.snapshot(directory).path();
        entries.deposit("anna", 1);
        entries.snapshot(directory);
        List<Path> listed = store.list();
        Files.delete(old);
        return listed;
    }
}

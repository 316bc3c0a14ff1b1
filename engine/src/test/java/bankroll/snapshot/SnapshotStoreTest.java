package bankroll.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;

/** What stands in a directory of snapshots, and what of it is used. */
class SnapshotStoreTest {
    @TempDir
    private Path directory;

    @Test
    @DefaultLocale("ar-EG")
    void shouldFindItsSnapshotsUnderALocaleWithOtherDigits() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);

        take(store, 7);

        assertEquals(List.of(directory.resolve("snapshot-0000000000000000007.bks")), store.list());
    }

    private static CheckedSnapshot take(SnapshotStore store, long sequence) throws IOException {
        try (Ledger ledger = new Ledger(6)) {
            return store.take(new SnapshotHead(sequence, 1_000 + sequence, 77), ledger.freeze(), Effort.ALONE);
        }
    }
}

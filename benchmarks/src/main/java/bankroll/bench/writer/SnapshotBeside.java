package bankroll.bench.writer;

import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A snapshot that another thread writes while the writer goes on, as the engine takes them. The writer's thread. */
final class SnapshotBeside {
    private final WriterPath path;
    private final SnapshotStore store;
    private CompletableFuture<Void> written;

    /** @param directory where the snapshot is written */
    SnapshotBeside(WriterPath path, Path directory) {
        this.path = path;
        store = new SnapshotStore(directory);
    }

    /** Freezes the state and lets it be written. */
    void begin() {
        SnapshotHead head = path.head();
        FrozenState state = path.ledger().freeze();
        written = CompletableFuture.runAsync(() -> write(head, state));
    }

    /** Whether nobody reads the frozen state any more. */
    boolean isWritten() {
        return written.isDone();
    }

    /** Takes the frozen state back; fails if it couldn't be written. */
    void end() {
        path.ledger().release();
        written.join();
    }

    private void write(SnapshotHead head, FrozenState state) {
        try {
            store.take(head, state, PieceDigest.onOneProcessor());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

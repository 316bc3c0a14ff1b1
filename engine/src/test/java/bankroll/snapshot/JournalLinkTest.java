package bankroll.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.Logged;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.SnapshotHead.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal of four entries, and snapshots that name one of them. */
class JournalLinkTest {
    private static final int ENTRIES = 4;

    @TempDir
    private Path data;

    private JournalSource journal;

    @BeforeEach
    void writeEntries() {
        MemoryDisk disk = new MemoryDisk();
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(5))
                .snapshotEveryTransactions(0)
                .journalOpener(opened -> new MemoryJournalStore(disk));
        for (int i = 0; i < ENTRIES; i++) {
            Engine.launch(context).close();
        }
        journal = new MemoryJournalStore(disk);
    }

    @Test
    void shouldKnowItsOwnByTheNextEntryAndTheLastByItself() {
        for (long sequence = 1; sequence <= ENTRIES; sequence++) {
            assertEquals(Standing.BELONGS, standing(journal, sequence, crc(sequence)));
        }
    }

    @Test
    void shouldKnowWhatWasTakenOfAnotherJournal() {
        for (long sequence = 0; sequence <= ENTRIES; sequence++) {
            assertEquals(Standing.FOREIGN, standing(journal, sequence, 0x1234567));
        }
    }

    @Test
    void shouldKnowWhatIsBeyondTheLastEntry() {
        assertEquals(Standing.BEYOND, standing(journal, ENTRIES + 1, crc(ENTRIES)));
    }

    /** Its own entry went with the retention; the one that follows names it. */
    @Test
    void shouldKnowItsOwnWhenTheirEntryWasRemoved() {
        JournalSource shortened = new Looked(journal, 3, sequence -> sequence >= 3);

        assertEquals(Standing.BELONGS, standing(shortened, 2, crc(2)));
        assertEquals(Standing.FOREIGN, standing(shortened, 2, crc(1)));
        assertEquals(Standing.TOO_OLD, standing(shortened, 1, crc(1)));
    }

    /** What is damaged there is told by whoever reads it; the snapshot may be all that is left of what was before. */
    @Test
    void shouldNotJudgeByADamagedFrame() {
        JournalSource damaged = new Looked(journal, 1, sequence -> {
            throw new CorruptJournalException("f", 0, sequence, FrameFault.WRONG_CRC, "damaged");
        });

        assertEquals(Standing.UNTOLD, standing(damaged, 2, crc(2)));
    }

    @Test
    void shouldBeginWithNoneThatTheJournalDoesNotGoOnFrom() {
        assertEquals(Set.of(Standing.BELONGS, Standing.UNTOLD), which(Standing::isUsable));
        assertEquals(Set.of(Standing.FOREIGN, Standing.BEYOND), which(Standing::isOfAnother));
    }

    /** A start from it would go on in the middle of the journal. */
    @Test
    void shouldNotReadOneThatIsTooOldAndSayWhy() throws IOException {
        SnapshotStore store = new SnapshotStore(data.resolve("old"));
        Path old;
        try (Ledger state = new Ledger(5)) {
            SnapshotHead head = new SnapshotHead(1, 0, crc(1));
            old = store.take(head, state.freeze(), PieceDigest.onAllProcessors())
                    .path();
        }
        JournalSource shortened = new Looked(journal, 3, sequence -> sequence >= 3);
        List<Long> read = new ArrayList<>();

        try (Logged logged = new Logged(SnapshotStore.class)) {
            store.loadNewest(shortened, () -> new Ledger(5), (bytes, of) -> read.add(bytes))
                    .close();

            assertEquals(List.of(), read);
            assertEquals(
                    List.of("WARN Snapshot " + old + " is too old: what follows it was removed; not used."),
                    logged.lines());
        }
    }

    private static Set<Standing> which(Predicate<Standing> are) {
        return Arrays.stream(Standing.values()).filter(are).collect(Collectors.toSet());
    }

    private static Standing standing(JournalSource journal, long sequence, int crc) {
        return new SnapshotHead(sequence, 0, crc).standing(journal);
    }

    private int crc(long sequence) {
        try (FrameLookup frame = journal.lookup()) {
            frame.find(sequence);
            return Frame.crc(frame.buffer(), frame.offset());
        }
    }

    /** As a retention, or damage, leaves it. */
    private record Looked(JournalSource whole, long firstSequence, LongPredicate isThere) implements JournalSource {
        @Override
        public JournalReader reader(long fromSequence) {
            return whole.reader(fromSequence);
        }

        @Override
        public FrameLookup lookup() {
            FrameLookup all = whole.lookup();
            return new FrameLookup() {
                @Override
                public boolean find(long sequence) {
                    return isThere.test(sequence) && all.find(sequence);
                }

                @Override
                public DirectBuffer buffer() {
                    return all.buffer();
                }

                @Override
                public int offset() {
                    return all.offset();
                }

                @Override
                public void close() {
                    all.close();
                }
            };
        }
    }
}

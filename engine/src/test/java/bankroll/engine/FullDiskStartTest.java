package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.recovery.JournalOnDisk;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.SettingsCommand;
import bankroll.snapshot.SnapshotStore;
import bankroll.testkit.RecordedDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that finds a torn tail on a disk that has no room to keep a copy of it. */
class FullDiskStartTest {
    private static final long NOW_MS = 1_790_000_000_000L;

    @TempDir
    private Path temporary;

    private JournalOnDisk killed;

    @BeforeEach
    void givenAPowerCutThatToreTheLastOfThreeEntries() {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        try (JournalStore store = original.open()) {
            Frame.Sealer sealer = new Frame.Sealer();
            append(store.journal(), sealer, 2);
            store.journal().force();
            append(store.journal(), sealer, 1);
            killed = original.copy(temporary.resolve("killed"));
        }
        JournalOnDisk.Place last = killed.place(3);
        killed.flip(last.file().path(), last.position() + last.length() - 1L);
    }

    /** Until there is room the files don't say where the journal ends: behind the last good entry stand torn bytes. */
    @Test
    void shouldReplayToTheLastGoodEntry() {
        RecordedDisk disk = new RecordedDisk(killed.directory());
        disk.fill();

        try (JournalStore store = new JournalOnDisk(disk.root()).open();
                Ledger ledger = recover(store)) {
            assertEquals(2, ledger.sequence());
            assertTrue(Files.notExists(killed.directory().resolve("set-aside")), "nothing could be set aside");
        }
    }

    /** Else the next start would find torn bytes in the middle of a journal that went on. */
    @Test
    void shouldSetTheTornBytesAsideBeforeItBeginsOnceThereIsRoom() throws Exception {
        RecordedDisk disk = new RecordedDisk(killed.directory());
        Map<String, Agent> agents = new HashMap<>();
        JournalContext context = new JournalOnDisk(disk.root()).context().agentHost((agent, idle, failed) -> {
            agents.put(agent.roleName(), agent);
            return () -> {};
        });
        disk.fill();
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            Journal journal = store.journal();
            disk.makeRoom();

            agents.get("journal-room").doWork();

            assertTrue(Files.exists(killed.directory().resolve("set-aside")));
            assertTrue(journal.hasRoom(1_000));
        }
    }

    private Ledger recover(JournalStore store) {
        SnapshotStore none = new SnapshotStore(temporary.resolve("snapshots"));
        return Recovery.recover(store, none, () -> new Ledger(6), new Recovery.Progress(System::nanoTime))
                .ledger();
    }

    private static void append(Journal journal, Frame.Sealer sealer, int count) {
        ExpandableArrayBuffer frame = new ExpandableArrayBuffer();
        for (int i = 0; i < count; i++) {
            int item = CommandHeader.put(frame, Frame.HEADER_LENGTH, CommandType.SETTINGS, 1, Origin.SYSTEM);
            int end = SettingsCommand.put(frame, item, new HashKey(1, 2), "test", LedgerSettings.DEFAULT);
            int command = end - Frame.HEADER_LENGTH;
            int outcomes;
            try (Ledger ledger = new Ledger(6)) {
                outcomes = ledger.execute(frame, Frame.HEADER_LENGTH, Frame.outcomesOffset(command), NOW_MS);
            }
            int length = sealer.seal(frame, 0, command, outcomes, NOW_MS);
            journal.append(frame, 0, length, sealer.lastSequence());
        }
    }
}

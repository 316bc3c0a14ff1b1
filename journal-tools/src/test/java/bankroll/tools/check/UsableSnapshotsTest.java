package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotHead;
import bankroll.tools.check.Beginning.UsableSnapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that begins with entry 4 and ends with entry 7; snapshots 2 to 6. */
class UsableSnapshotsTest {
    private final Entries entries = new Entries().open("anna");
    private final List<CheckedSnapshot> taken = new ArrayList<>();

    @TempDir
    private Path directory;

    private UsableSnapshots usable;

    @BeforeEach
    void shorten() {
        taken.add(entries.snapshot(directory));
        for (long amount = 3; amount <= 6; amount++) {
            taken.add(entries.deposit("anna", amount).snapshot(directory));
        }
        entries.deposit("anna", 7).removeBefore(4);
        usable = new UsableSnapshots(entries, directory);
    }

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldTakeTheOldestThatReachesTheFirstEntry() {
        assertEquals(taken.get(1), usable.oldest(Long.MAX_VALUE));
        assertEquals(taken.get(1), usable.oldest(3));
        assertEquals(
                " (snapshot 2 is too old: what follows it was removed",
                reasons().split(";")[0]);
    }

    @Test
    void shouldTakeTheNewestThatIsNotBeyondWhatIsAskedFor() {
        assertEquals(taken.get(4), usable.newest(Long.MAX_VALUE));
        assertEquals(taken.get(4), usable.newest(6));
        assertEquals(taken.get(3), usable.newest(5));
        assertEquals("", usable.reasons());
    }

    @Test
    void shouldNameTheOldestWhereAllAreBeyondWhatIsAskedFor() {
        for (boolean isOldest : new boolean[] {true, false}) {
            ConditionException refused = assertThrows(ConditionException.class, () -> {
                var snapshots = new UsableSnapshots(entries, directory);
                Object found = isOldest ? snapshots.oldest(2) : snapshots.newest(2);
                throw new AssertionError(found);
            });

            assertEquals(ExitCode.USAGE, refused.exitCode());
            assertEquals(
                    "what came before entry 4 was removed, and the oldest snapshot that stands for it is of entry 3:"
                            + " nothing is known of the state at entry 2; ask for entry 3 or a later one, or use a"
                            + " backup that goes back further",
                    refused.getMessage());
        }
    }

    @Test
    void shouldPassOverThoseOfAnotherJournalAndThoseThatAreNotWhole() throws IOException {
        foreign(3);
        Files.writeString(taken.get(2).path(), "BKS");

        assertEquals(taken.get(3), usable.oldest(Long.MAX_VALUE));
        assertEquals(
                " (snapshot 2 is too old: what follows it was removed; snapshot 3 was taken of another journal;"
                        + " snapshot 4 ends after 3 bytes)",
                reasons());
    }

    @Test
    void shouldSayWhyNoneIsUsableAndWhatHelps() throws IOException {
        for (CheckedSnapshot snapshot : taken.subList(1, 5)) {
            Files.delete(snapshot.path());
        }
        ConditionException refused = assertThrows(ConditionException.class, () -> usable.oldest(Long.MAX_VALUE));

        assertEquals(ExitCode.WRONG, refused.exitCode());
        assertEquals(
                "the journal starts at sequence 4: what came before was removed, and no valid snapshot reaches it"
                        + " (snapshot 2 is too old: what follows it was removed), so its state can't be rebuilt (verify"
                        + " --frames-only needs none); \"./bankroll journal salvage DIR --with BACKUP NEW\" takes one"
                        + " from a backup",
                plain(refused.getMessage()));
    }

    @Test
    void shouldAskForTheDataDirectoryWhereThereIsNone() {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new UsableSnapshots(entries, null).newest(Long.MAX_VALUE));

        assertTrue(refused.getMessage().endsWith("name the data directory, where the journal's snapshots are"));
    }

    @Test
    void shouldTellWhetherOneOfSomeIsUsable() {
        assertTrue(usable.isAnyOf(List.of(taken.get(0).path(), taken.get(1).path())));
        assertFalse(usable.isAnyOf(List.of(taken.get(0).path())));
        assertFalse(usable.isAnyOf(List.of()));
        assertEquals(2, usable.reasons().split(";").length, "told each time");
    }

    /** The CRC in its head is another entry's. */
    private void foreign(long sequence) {
        SnapshotHead head = taken.get((int) sequence - 2).head();
        entries.snapshot(directory, new SnapshotHead(sequence, head.timeMs(), head.frameCrc() + 1));
    }

    private String reasons() {
        return plain(usable.reasons());
    }

    private static String plain(String text) {
        return text.replaceAll("snapshot-0*(\\d+)\\.bks", "snapshot $1");
    }
}

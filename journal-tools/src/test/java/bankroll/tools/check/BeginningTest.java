package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seven entries, snapshots 3 and 5; from entry 5 on each carries the chain's value behind the one that is two before it. */
class BeginningTest {
    private final Entries entries = new Entries().open("anna");

    @TempDir
    private Path directory;

    private CheckedSnapshot third;
    private CheckedSnapshot fifth;

    @BeforeEach
    void write() {
        third = entries.deposit("anna", 3).snapshot(directory);
        entries.deposit("anna", 4);
        entries.carry(entries.chain(3));
        fifth = entries.deposit("anna", 5).snapshot(directory);
        entries.carry(entries.chain(4)).deposit("anna", 6);
        entries.carry(entries.chain(5)).deposit("anna", 7);
    }

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldBeEntryOneOfAWholeJournal() {
        assertSame(Beginning.WHOLE, Beginning.of(entries, directory));
        assertSame(Beginning.WHOLE, Beginning.upTo(entries, null, 2));
        assertSame(Beginning.WHOLE, Beginning.nearest(entries, null, 2));
        assertEquals(Beginning.WHOLE, Beginning.ofFrames(entries));
        assertFalse(Beginning.WHOLE.isShortened());
        assertNull(Beginning.WHOLE.name());
        assertEquals(0, Beginning.WHOLE.stateSequence());
        assertFalse(Beginning.WHOLE.contains(1));
        try (Ledger empty = Beginning.WHOLE.ledger()) {
            assertEquals(0, empty.sequence());
        }
    }

    @Test
    void shouldBeTheOldestSnapshotWhereMostIsToBeProved() {
        Beginning beginning = Beginning.of(entries.removeBefore(4), directory);

        assertEquals(new Beginning(4, entries.chain(3), third), beginning);
        assertTrue(beginning.isShortened());
        assertEquals(3, beginning.stateSequence());
        assertTrue(beginning.contains(3));
        assertFalse(beginning.contains(4));
        assertEquals(
                "snapshot snapshot-0000000000000000003.bks: a retention removed what came before entry 4",
                beginning.name());
        try (Ledger ledger = beginning.ledger()) {
            assertEquals(3, ledger.sequence());
            assertEquals(third.digest(), ledger.digest());
        }
    }

    @Test
    void shouldSayThatTheSnapshotWasRemovedMeanwhile() throws IOException {
        Beginning beginning = Beginning.of(entries.removeBefore(4), directory);
        Files.delete(third.path());

        ConditionException gone = assertThrows(ConditionException.class, beginning::ledger);

        assertTrue(gone.getMessage().contains(third.path() + " was removed meanwhile"), gone::getMessage);
        assertTrue(gone.getMessage().endsWith(": call again"), gone::getMessage);
    }

    @Test
    void shouldBeTheNewestSnapshotWhereAStateIsAskedFor() {
        entries.removeBefore(4);

        assertEquals(new Beginning(4, null, fifth), Beginning.nearest(entries, directory, 7));
        assertEquals(new Beginning(4, null, third), Beginning.nearest(entries, directory, 4));
    }

    @Test
    void shouldRefuseWhatLiesBeforeEverySnapshot() {
        entries.removeBefore(4);

        assertThrows(ConditionException.class, () -> Beginning.upTo(entries, directory, 2));
        assertThrows(ConditionException.class, () -> Beginning.nearest(entries, directory, 2));
    }

    @Test
    void shouldNeedNoSnapshotToLookAtFrames() {
        assertEquals(new Beginning(4, entries.chain(3), null), Beginning.ofFrames(entries.removeBefore(4)));
    }

    /** What an entry carries may be older than what is left: then it can't be gone on from. */
    @Test
    void shouldFollowTheChainFromTheFirstValueThatIsNotTooOld() {
        assertEquals(ChainHead.START, Beginning.chainStart(entries, 1));
        assertEquals(entries.chain(4), Beginning.chainStart(entries.removeBefore(5), Long.MAX_VALUE));
        assertEquals(entries.chain(5), Beginning.chainStart(entries.removeBefore(6), Long.MAX_VALUE));
        assertNull(Beginning.chainStart(entries.removeBefore(7), Long.MAX_VALUE));
    }

    @Test
    void shouldLookForTheChainUpToTheLastEntryAskedFor() {
        entries.removeBefore(5);

        assertEquals(entries.chain(4), Beginning.chainStart(entries, 6));
        assertNull(Beginning.chainStart(entries, 5));
    }

    /** The check that reads the journal tells of the damage. */
    @Test
    void shouldKnowNoChainBehindDamage() {
        assertNull(Beginning.chainStart(entries.removeBefore(5).damage(6), Long.MAX_VALUE));
    }
}

package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Replay;
import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotProofTest {
    private final Entries entries = new Entries().open("anna").deposit("anna", 500);
    private final Discrepancies findings = new Discrepancies();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldProveWhatTheEntriesLeadTo() {
        entries.snapshot(directory);
        entries.later().deposit("anna", 1);
        entries.snapshot(directory);
        entries.deposit("anna", 2);

        assertFound(2, Beginning.WHOLE);
    }

    /** A question moves the ledger's time without an entry. */
    @Test
    void shouldTakeALaterTimeButNotAnEarlierOne() {
        entries.snapshot(directory, new SnapshotHead(3, Entries.START_MS + 7, crc(3)));
        entries.deposit("anna", 1);
        entries.snapshot(directory, new SnapshotHead(4, Entries.START_MS - 1, crc(4)));

        assertFound(1, Beginning.WHOLE, "4 snapshot 4: it was taken at another entry");
    }

    @Test
    void shouldFindOneOfAnotherJournal() {
        entries.snapshot(directory, new SnapshotHead(3, Entries.START_MS, crc(3) + 1));

        assertFound(0, Beginning.WHOLE, "3 snapshot 3: it was taken of another journal");
    }

    /** Files are asked in the order of their names. */
    @Test
    void shouldFindOneOfAnEntryThatItsNameDoesNotSay() throws IOException {
        entries.deposit("anna", 1);
        CheckedSnapshot earlier = entries.snapshot(directory, new SnapshotHead(3, Entries.START_MS, crc(4)));
        Files.move(earlier.path(), directory.resolve(name(5)));
        entries.snapshot(directory);

        assertFound(1, Beginning.WHOLE, "4 snapshot 5: it was taken at another entry");
    }

    @Test
    void shouldFindAStateThatTheEntriesDoNotLeadTo() {
        try (Entries other = new Entries().open("anna").deposit("anna", 499)) {
            other.snapshot(directory, new SnapshotHead(3, Entries.START_MS, crc(3)));
        }

        assertFound(0, Beginning.WHOLE, "3 snapshot 3: its digest is not that of the entries up to it");
    }

    @Test
    void shouldFindEachThatIsBeyondTheLastEntry() {
        entries.snapshot(directory, new SnapshotHead(4, Entries.START_MS, 0));
        entries.snapshot(directory, new SnapshotHead(5, Entries.START_MS, 0));

        assertFound(
                0,
                Beginning.WHOLE,
                "4 snapshot 4: it is beyond the journal's last entry",
                "5 snapshot 5: it is beyond the journal's last entry");
    }

    @Test
    void shouldFindOneThatIsNotWholeAndProveTheOthers() throws IOException {
        entries.snapshot(directory);
        Files.writeString(directory.resolve("snapshot-0000000000000000002.bks"), "BKS");

        assertFound(1, Beginning.WHOLE, "0 snapshot 2 ends after 3 bytes");
    }

    /** The state that a shortened journal begins with, and older ones, can't be computed again. */
    @Test
    void shouldHoldOldOnesAgainstTheEntryThatTheyName() {
        snapshotsOfEachEntry(0, 0, 0, 0);

        assertFound(1, beginningAt(3, 4));
    }

    @Test
    void shouldFindOldOnesOfAnotherJournal() {
        snapshotsOfEachEntry(1, 1, 1, 0);

        assertFound(
                1,
                beginningAt(3, 4),
                "2 snapshot 2: it was taken of another journal",
                "3 snapshot 3: it was taken of another journal",
                "4 snapshot 4: it was taken of another journal");
    }

    /** No later entry names it. */
    @Test
    void shouldHoldTheOldOneOfTheLastEntryAgainstIt() {
        entries.deposit("anna", 1);
        entries.snapshot(directory, new SnapshotHead(4, Entries.START_MS, crc(4) + 1));

        assertFound(0, beginningAt(3, 4), "4 snapshot 4: it was taken of another journal");
    }

    @Test
    void shouldFindOldOnesFromWhichNoStartCanReplay() {
        snapshotsOfEachEntry(0, 0, 0, 0);

        assertFound(1, beginningAt(4, 4), "2 snapshot 2: it is too old: what follows it was removed");
    }

    /** Entries 4 to 6, and snapshots 2 to 5 with what their CRCs are wrong by. */
    private void snapshotsOfEachEntry(int... wrongBy) {
        try (Entries again = new Entries()) {
            again.open("anna");
            snapshot(again, wrongBy[0]);
            again.deposit("anna", 500);
            snapshot(again, wrongBy[1]);
            again.deposit("anna", 1);
            snapshot(again, wrongBy[2]);
            again.deposit("anna", 2);
            snapshot(again, wrongBy[3]);
        }
        entries.deposit("anna", 1).deposit("anna", 2).deposit("anna", 3);
    }

    private void snapshot(Entries of, int wrongBy) {
        int crc = Frame.crc(of.frame(of.last()), 0);
        of.snapshot(directory, new SnapshotHead(of.last(), of.timeMs(), crc + wrongBy));
    }

    /** With this entry and the state behind another one. */
    private Beginning beginningAt(long first, long state) {
        entries.removeBefore(first);
        return new Beginning(
                first,
                null,
                new CheckedSnapshot(directory.resolve(name(state)), new SnapshotHead(state, 0, crc(state)), null));
    }

    private static String name(long sequence) {
        return String.format(Locale.ROOT, "snapshot-%019d.bks", sequence);
    }

    private int crc(long sequence) {
        return Frame.crc(entries.frame(sequence), 0);
    }

    /** What is found, each with its entry; names of snapshots without zeros and suffix. */
    private void assertFound(int proved, Beginning beginning, String... found) {
        try (Ledger ledger = beginning.ledger()) {
            SnapshotProof proof = new SnapshotProof(new SnapshotStore(directory), ledger, findings, beginning);
            entries.run(
                    (buffer, offset, length) -> {
                        if (Frame.sequence(buffer, offset) > ledger.sequence()) {
                            Replay.apply(ledger, buffer, offset);
                        }
                        assertTrue(proof.onFrame(buffer, offset, length), "no more frames wanted");
                        return true;
                    },
                    null);
            proof.finish();

            assertEquals(
                    List.of(found),
                    findings.rows().stream().map(SnapshotProofTest::text).toList());
            assertEquals(proved, proof.proved());
        }
    }

    private static String text(Summary row) {
        String sequence = row.toJson().replaceAll(".*\"sequence\":(\\d+).*", "$1");
        return sequence + " " + row.text("what").replaceAll("snapshot-0*(\\d+)\\.bks", "$1");
    }
}

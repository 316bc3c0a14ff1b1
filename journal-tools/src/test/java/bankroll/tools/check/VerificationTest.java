package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.PieceDigest;
import bankroll.protocol.TransferType;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotHead;
import bankroll.tools.Bet;
import bankroll.tools.ForgedOutcome;
import bankroll.tools.check.Verification.Depth;
import bankroll.tools.check.Verification.Scope;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationTest {
    private static final int STATE_AT = 64;
    private static final int TAIL_BYTES = 68;
    private static final Scope ALL = new Scope(Verification.Depth.BOOKS, true, null, null);
    private static final Scope FRAMES = new Scope(Depth.FRAMES, true, null, null);

    /** Entries 1 to 4; two credits in the last one. */
    private final Entries entries = new Entries()
            .open("anna")
            .later()
            .deposit("anna", 500)
            .later()
            .book(Bet.credit("c", "anna", 10, null), Bet.credit("c2", "anna", 20, null));

    private Verification verification = new Verification(FRAMES, Beginning.WHOLE);

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        verification.close();
        entries.close();
    }

    @Test
    void shouldProveLedgerBooksAndChain() {
        run(ALL);

        assertNull(verification.fault());
        assertTrue(verification.isGood());
        assertEquals(4, verification.entries());
        assertEquals(3, verification.bookings());
        assertEquals(3, verification.balancesChecked());
        assertEquals(4, verification.lastSequence());
        assertEquals(Entries.START_MS + 2_000, verification.lastTimeMs());
        assertEquals(crc(4), verification.lastCrc());
        assertEquals(entries.ledger().digest(), verification.ledger().digest());
        assertEquals(entries.chain(4), verification.chain().head());
        assertFalse(verification.isContradicted());
        assertNull(verification.damage());
        assertEquals(0, verification.snapshotsProved());
        assertEquals(Beginning.WHOLE, verification.beginning());
    }

    @Test
    void shouldKnowTheStateWithoutBooksAndChain() {
        run(Scope.STATE);

        assertTrue(verification.isGood());
        assertEquals(3, verification.bookings());
        assertEquals(0, verification.balancesChecked());
        assertNull(verification.chain());
        assertEquals(entries.ledger().digest(), verification.ledger().digest());
    }

    @Test
    void shouldLookAtFramesAlone() {
        entries.snapshot(directory, new SnapshotHead(9, 0, 0));

        run(new Scope(Depth.FRAMES, true, null, directory));

        assertTrue(verification.isGood());
        assertEquals(4, verification.entries());
        assertEquals(0, verification.bookings());
        assertNull(verification.ledger());
        assertEquals(entries.chain(4), verification.chain().head());
    }

    /** The books find it, too, and go on. */
    @Test
    void shouldEndTheLedgerWhereAnEntryContradictsThoseBeforeIt() {
        entries.forge(ForgedOutcome.booked(1, 532)).deposit("anna", 1);
        entries.forge(ForgedOutcome.booked(1, 533)).deposit("anna", 1);

        run(ALL);

        assertTrue(verification.isContradicted());
        assertEquals(4, verification.ledger().sequence());
        assertEquals(6, verification.lastSequence());
        assertTrue(found().contains("what is recorded is not what the entries up to it lead to: item 0: "
                + "the recorded balance is not what the entries up to it lead to"));
        assertTrue(found().contains("deposit t-4 (item 0): recorded balance 532, must be 531"));
        assertEquals(3, verification.findings().count(), () -> found().toString());
        assertTrue(verification.fault().startsWith("the entries contradict each other: {\"sequence\":5,"));
        assertFalse(verification.isGood());
    }

    @Test
    void shouldTellOfAnEntryThatTheBooksCannotRead() {
        entries.forge(1, ForgedOutcome.booked(1, 531)).transfer("anna", TransferType.DEPOSIT, 1);

        run(ALL);

        assertTrue(found().toString().contains("it can't be read: "), () -> found().toString());
    }

    /** A start names the entry, and sends here. */
    @Test
    void shouldEndTheLedgerAtAnEntryThatItCannotRead() {
        entries.deposit("anna", 1).book(Bet.credit("c3", "anna", 10, null), Bet.credit("c4", "anna", 20, null));
        int item = CommandHeader.itemsOffset(entries.frame(6), Frame.HEADER_LENGTH);
        for (Runnable forgery : List.<Runnable>of(
                () -> entries.frame(6).putByte(item + 4, (byte) 99),
                () -> entries.frame(6).putInt(item, Integer.MAX_VALUE),
                () -> entries.frame(6).putShort(Frame.HEADER_LENGTH, (short) 999))) {
            forgery.run();

            run(ALL);

            assertTrue(verification.isContradicted());
            assertEquals(5, verification.ledger().sequence());
            assertEquals(6, verification.lastSequence());
            assertTrue(verification.fault().contains("{\"sequence\":6,"), verification::fault);
            assertTrue(found().toString().contains("it can't be read: "), () -> found().toString());
            verification.close();
        }
    }

    @Test
    void shouldEndAtDamage() {
        entries.damage(4);

        run(ALL);

        assertEquals(4, verification.damage().sequence());
        assertEquals(verification.damage().getMessage(), verification.fault());
        assertEquals(3, verification.lastSequence());
        assertEquals(3, verification.entries());
        assertEquals(3, verification.ledger().sequence());
    }

    @Test
    void shouldStandBeforeTheFirstEntryWhereNoneIsRead() {
        run(FRAMES, new Beginning(3, null, null), entries.removeBefore(3).damage(3));

        assertEquals(2, verification.lastSequence());
        assertEquals(0, verification.lastTimeMs());
        assertEquals(0, verification.lastCrc());
        assertNull(verification.chain());
    }

    @Test
    void shouldNameTheEntryWhereTheChainBreaks() {
        entries.carry(new ChainHead(2, new byte[32])).deposit("anna", 1);

        run(FRAMES);

        assertEquals("the chain breaks at entry 5", verification.fault());
    }

    @Test
    void shouldHoldTheChainAgainstAnExpectedValue() {
        run(new Scope(Depth.FRAMES, true, entries.chain(3), null));
        assertTrue(verification.chain().isExpectationMet());
        verification.close();
        run(new Scope(Depth.FRAMES, true, new ChainHead(3, new byte[32]), null));
        assertFalse(verification.chain().isExpectationMet());
        assertTrue(verification.isGood());
    }

    @Test
    void shouldProveSnapshotsBehindTheEntriesThatTheyNameAndFindThoseBeyond() {
        entries.snapshot(directory);
        entries.deposit("anna", 1);
        entries.snapshot(directory, new SnapshotHead(9, Entries.START_MS, 0));

        run(new Scope(Depth.LEDGER, false, null, directory));

        assertEquals(1, verification.snapshotsProved());
        assertEquals(
                List.of("snapshot snapshot-0000000000000000009.bks: it is beyond the journal's last entry"), found());
    }

    /** They name entries that may be behind it. */
    @Test
    void shouldNotCallSnapshotsBeyondWhereItEndedBefore() {
        entries.snapshot(directory, new SnapshotHead(9, Entries.START_MS, 0));
        Scope scope = new Scope(Depth.LEDGER, false, null, directory);
        run(scope, Beginning.WHOLE, entries.damage(4));
        assertEquals(List.of(), found());
        verification.close();
        entries.damage(0).forge(ForgedOutcome.booked(1, 532)).deposit("anna", 1);
        run(scope);
        assertEquals(1, found().size(), () -> found().toString());
    }

    @Test
    void shouldGoOnFromASnapshot() {
        entries.snapshot(directory);
        entries.later().deposit("anna", 1).removeBefore(3);

        run(ALL, Beginning.of(entries, directory), entries);

        assertNull(verification.fault());
        assertEquals(3, verification.entries());
        assertEquals(1, verification.bookings());
        assertEquals(1, verification.balancesChecked());
        assertEquals(entries.ledger().digest(), verification.ledger().digest());
    }

    /** Whoever wrote it made its digest and its checksum right. */
    @Test
    void shouldFindASnapshotWhoseBooksAreNotWhole() throws IOException {
        CheckedSnapshot snapshot = entries.deposit("anna", 0x1234_5678_9ABCL).snapshot(directory);
        replaceTotal(snapshot.path(), 0x1234_5678_9ABCL + 530, 7);
        entries.deposit("anna", 1).removeBefore(5);

        run(Scope.STATE, new Beginning(5, null, snapshot), entries);

        assertTrue(found().toString().contains("\"players\":\"8\""), () -> found().toString());
        assertTrue(found().toString().contains(", and balances sum to 20015998344399"));
    }

    /** The total of what players own stands before their balances. */
    private static void replaceTotal(Path snapshot, long was, long total) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(snapshot)).order(ByteOrder.LITTLE_ENDIAN);
        int at = STATE_AT;
        while (bytes.getLong(at) != was) {
            at++;
        }
        bytes.putLong(at, total);
        PieceDigest digest = PieceDigest.onOneProcessor();
        digest.update(bytes.slice(STATE_AT, bytes.capacity() - STATE_AT - TAIL_BYTES));
        bytes.put(bytes.capacity() - TAIL_BYTES, digest.hex().getBytes(StandardCharsets.US_ASCII));
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.capacity() - Integer.BYTES);
        bytes.putInt(bytes.capacity() - Integer.BYTES, (int) crc.getValue());
        Files.write(snapshot, bytes.array());
    }

    @Test
    void shouldKnowTheTimeOfTheSnapshotWhereNothingIsLeftBehindIt() {
        Beginning beginning = new Beginning(5, null, entries.snapshot(directory));

        run(Scope.STATE, beginning, entries.removeBefore(5));

        assertEquals(Entries.START_MS + 2_000, verification.lastTimeMs());
        assertEquals(4, verification.lastSequence());
    }

    @Test
    void shouldHandEveryFrameOn() {
        List<Long> seen = new ArrayList<>();
        verification = new Verification(ALL, Beginning.WHOLE)
                .run(entries, (buffer, offset, length) -> seen.add(Frame.sequence(buffer, offset)), Progress.none());

        assertEquals(List.of(1L, 2L, 3L, 4L), seen);
    }

    private void run(Scope scope) {
        run(scope, Beginning.WHOLE, entries);
    }

    private void run(Scope scope, Beginning beginning, Entries feed) {
        verification = new Verification(scope, beginning).run(feed, Progress.none());
    }

    private List<String> found() {
        return verification.findings().rows().stream()
                .map(row -> row.text("what"))
                .toList();
    }

    private int crc(long sequence) {
        return Frame.crc(entries.frame(sequence), 0);
    }
}

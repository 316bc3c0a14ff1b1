package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.engine.LookupAgent.EntryReader;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.protocol.Answer;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Items.Position;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is read from the journal for a lookup, and how often it is gone to. */
class EntryReaderTest {
    private static final byte[] PLATFORM = "alpha".getBytes(StandardCharsets.UTF_8);

    private final TransactionItem.Encoder encoder = new TransactionItem.Encoder();
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "alpha");
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final Entries entries = new Entries();
    private long firstSequence = 1;
    private final EntryReader reader = new EntryReader(entries, () -> firstSequence);

    @BeforeEach
    void givenADebitAndWhatNamesIt() {
        entry(TransactionType.DEBIT, "bet-1", "bet-2");
        entry(TransactionType.CREDIT, "win-1", "win-2", "win-3");
        entry(TransactionType.ROLLBACK, "undo-1");
    }

    @Test
    void shouldNameWhatCameLastFirst() {
        Answer.Lookup found = lookUp(at(1, 1), at(2, 0), at(2, 2), at(3, 0));

        assertEquals("bet-2", found.texts().transactionId());
        assertEquals(1, found.sequence());
        assertEquals(List.of("win-3", "win-1"), found.creditedBy());
        assertEquals(List.of("undo-1"), found.rolledBackBy());
    }

    /** Its checksum is computed each time it is gone to; thousands of credits may have come in one batch. */
    @Test
    void shouldGoOnceToAnEntryFromWhichManyItemsAreWanted() {
        lookUp(at(1, 0), at(2, 0), at(2, 1), at(2, 2));
        assertEquals(List.of(2L, 1L), entries.asked);

        assertEquals("bet-2", lookUp(at(1, 1)).texts().transactionId());
        assertEquals(List.of(2L, 1L), entries.asked, "it stands there still");
    }

    @Test
    void shouldGoToAnEntryAgainOnceAnotherWasTriedOut() {
        lookUp(at(1, 0));

        reader.tryOut(2);

        assertEquals("bet-1", lookUp(at(1, 0)).texts().transactionId());
        assertEquals(List.of(1L, 2L, 1L), entries.asked);
    }

    /** Where one can't be gone to, what was there before is there no more. */
    @Test
    void shouldGoToAnEntryAgainBehindOneThatWasRemoved() {
        lookUp(at(3, 0));
        firstSequence = 2;
        entries.remove(1);

        assertNull(lookUp(at(1, 0)));
        assertEquals(1, reader.wanted());
        assertEquals("undo-1", lookUp(at(3, 0)).texts().transactionId());
        assertEquals(List.of(3L, 1L, 3L), entries.asked);
    }

    @Test
    void shouldLeaveOutWhatWasRemovedOfThoseThatNameATransaction() {
        firstSequence = 3;
        entries.remove(2);

        assertEquals(List.of(), lookUp(at(1, 0), at(2, 0)).creditedBy());
    }

    @Test
    void shouldFailWhereAnEntryIsMissingThatWasNotRemoved() {
        firstSequence = 2;
        entries.remove(2);

        assertEquals(
                "the journal does not hold entry 2",
                assertThrows(IllegalStateException.class, () -> lookUp(at(2, 0)))
                        .getMessage());
    }

    /** The rollback that came first may have been refused. */
    @Test
    void shouldNameNoRollbackOfATransactionThatIsNotRolledBack() {
        Answer.Lookup found = reader.transaction(new Answer.LookupPlan(at(1, 0), false, new long[] {at(3, 0)}));

        assertEquals(List.of(), found.rolledBackBy());
    }

    private Answer.Lookup lookUp(long position, long... referrers) {
        return reader.transaction(new Answer.LookupPlan(position, true, referrers));
    }

    private static long at(long sequence, int item) {
        return Position.of(sequence, item);
    }

    /** The next entry, with a transaction for each id. */
    private void entry(TransactionType type, String... ids) {
        ExpandableArrayBuffer frame = new ExpandableArrayBuffer();
        encoder.begin(frame, Frame.HEADER_LENGTH, PLATFORM, hasher);
        for (String id : ids) {
            encoder.beginItem();
            encoder.type(type);
            encoder.text(TransactionField.TRANSACTION_ID, 0, id.length());
            encoder.endItem(id.getBytes(StandardCharsets.US_ASCII));
        }
        sealer.seal(frame, 0, encoder.end(), ids.length * OutcomeRecord.BYTES, 1_000);
        entries.frames.put(sealer.lastSequence(), frame);
    }

    /** Entries in memory. Where one isn't found, no other stands there either. */
    private static final class Entries implements FrameLookup {
        private final Map<Long, DirectBuffer> frames = new HashMap<>();
        private final List<Long> asked = new ArrayList<>();
        private DirectBuffer frame;

        private void remove(long sequence) {
            frames.remove(sequence);
        }

        @Override
        public boolean find(long sequence) {
            asked.add(sequence);
            frame = frames.get(sequence);
            return frame != null;
        }

        @Override
        public DirectBuffer buffer() {
            return frame;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void close() {
            frame = null;
        }
    }
}

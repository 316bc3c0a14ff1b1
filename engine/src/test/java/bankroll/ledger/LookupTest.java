package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Answer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lookup finds (decisions §4): everything that was decided and is remembered, where it stands in the journal. */
class LookupTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnWithAHundred() {
        ledger.givenPlayer("ann", "100");
    }

    @Test
    void shouldFindWhatWasBookedAndWhatWasRefused() {
        ledger.book(ledger.debit("d", "ann", "1"), ledger.debit("e", "ann", "1000"));

        assertFalse(ledger.lookup("d").isRolledBack());
        assertFalse(ledger.lookup("e").isRolledBack());
    }

    @Test
    void shouldNotFindWhatNeverCame() {
        ledger.bookOne(Asked.rollback("r", "ann", "tombstone"));

        assertNull(ledger.lookup("unknown"));
        assertNull(ledger.lookup("tombstone"));
        assertNotNull(ledger.lookup("r"));
    }

    @Test
    void shouldTellWhatWasGivenBackOrCameTooLate() {
        ledger.book(
                ledger.debit("d", "ann", "1"),
                Asked.rollback("r", "ann", "d"),
                Asked.rollback("s", "ann", "late"),
                ledger.debit("late", "ann", "1"));

        assertTrue(ledger.lookup("d").isRolledBack());
        assertTrue(ledger.lookup("late").isRolledBack());
        assertFalse(ledger.lookup("r").isRolledBack());
    }

    @Test
    void shouldKeepTheFirstOutcomeOfARefusedDebitThatARollbackNamesLater() {
        ledger.bookOne(ledger.debit("d", "ann", "1000"));
        long position = ledger.lookup("d").position();
        ledger.bookOne(Asked.rollback("r", "ann", "d"));
        ledger.bookOne(ledger.debit("d", "ann", "1000"));

        assertFalse(ledger.lookup("d").isRolledBack());
        assertEquals(position, ledger.lookup("d").position());
    }

    @Test
    void shouldNameToTheOperatorWhoRefersToADebitNewestFirst() {
        ledger.book(
                ledger.debit("d", "ann", "1"),
                Asked.credit("c1", "ann", "1", "d"),
                Asked.credit("c2", "ann", "1", "d"),
                Asked.rollback("r", "ann", "d"),
                Asked.rollback("again", "ann", "d"));

        long[] expected = {position("r"), position("c2"), position("c1")};
        assertArrayEquals(expected, ledger.lookup("d").referrers());
        assertArrayEquals(new long[0], ledger.lookupByPlatform("d").referrers());
        assertEquals(ledger.lookup("d").position(), ledger.lookupByPlatform("d").position());
    }

    @Test
    void shouldNameTheRollbackThatADebitCameAfter() {
        ledger.book(Asked.rollback("r", "ann", "d"), ledger.debit("d", "ann", "1"));

        assertArrayEquals(new long[] {position("r")}, ledger.lookup("d").referrers());
    }

    @Test
    void shouldNameEveryOneOfManyReferrers() {
        Asked[] wins = IntStream.range(0, 40)
                .mapToObj(i -> Asked.credit("c" + i, "ann", "1", "d"))
                .toArray(Asked[]::new);
        ledger.bookOne(ledger.debit("d", "ann", "1"));
        ledger.book(wins);

        long[] referrers = ledger.lookup("d").referrers();

        assertEquals(40, referrers.length);
        assertEquals(position("c39"), referrers[0]);
        assertEquals(position("c0"), referrers[39]);
    }

    /** So many that an answer has a bound for them. */
    @Test
    void shouldNameTheNewestWhereThereAreMoreReferrersThanAnAnswerHolds() {
        ledger.bookOne(ledger.debit("d", "ann", "1"));
        for (int batch = 0; batch <= Answer.Lookup.MAX_IDS / 500; batch++) {
            int first = 500 * batch;
            ledger.book(IntStream.range(first, first + 500)
                    .mapToObj(i -> Asked.credit("c" + i, "ann", "0", "d"))
                    .toArray(Asked[]::new));
        }

        long[] referrers = ledger.lookup("d").referrers();

        assertEquals(Answer.Lookup.MAX_IDS, referrers.length);
        assertEquals(position("c" + (Answer.Lookup.MAX_IDS + 499)), referrers[0]);
        assertEquals(position("c500"), referrers[Answer.Lookup.MAX_IDS - 1]);
    }

    @Test
    void shouldFindInTheAskingPlatformsIdsOnly() {
        ledger.bookOne(ledger.debit("d", "ann", "1"));
        ledger.asPlatform("other");

        assertNull(ledger.lookupByPlatform("d"));
    }

    @Test
    void shouldFindForAnOperatorInAnyPlatformsIds() {
        ledger.asPlatform("third");
        ledger.bookOne(ledger.debit("d", "ann", "1"));

        long position = ledger.lookupByPlatform("d").position();

        assertEquals(
                position,
                ledger.lookupAmong(List.of("first", "second", "third"), "d").position());
        assertNull(ledger.lookupAmong(List.of("first", "second"), "d"));
    }

    private long position(String id) {
        return ledger.lookup(id).position();
    }
}

package bankroll.ledger;

import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole 19-digit range works (decisions §5), beyond what a signed 64-bit number holds. */
class AmountRangeTest extends LedgerSpecification {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "4294967296",
                "9223372036854775806",
                "9223372036854775807",
                "9223372036854775808",
                "9223372036854775809",
                "9999999999999999998",
                MOST
            })
    void shouldPlayForAnyAmount(String amount) {
        ledger.givenPlayer("ann", amount);

        assertBalance(amount, "ann");
        assertEquals(ok("0"), ledger.bookOne(ledger.debit("d", "ann", amount)));
        assertEquals(ok(amount), ledger.bookOne(Asked.rollback("r", "ann", "d")));
        assertEquals(ok("0"), ledger.bookOne(ledger.debit("e", "ann", amount)));
        assertEquals(ok(amount), ledger.bookOne(Asked.credit("c", "ann", amount, "e")));
    }

    @Test
    void shouldNotTakeMoreThanThereIsAcrossTheSignBit() {
        ledger.givenPlayer("ann", "9223372036854775807");

        assertEquals(
                answered(INSUFFICIENT_FUNDS, "9223372036854775807"),
                ledger.bookOne(ledger.debit("d", "ann", "9223372036854775808")));
        assertEquals(ok("9223372036854775808"), ledger.bookOne(Asked.credit("c", "ann", "1", null)));
        assertEquals(ok("9223372036854775807"), ledger.bookOne(ledger.debit("e", "ann", "1")));
    }

    @Test
    void shouldNotOverflowWhenTwoLargeAmountsMeet() {
        ledger.givenPlayer("ann", MOST);

        assertEquals(answered(LIMIT_EXCEEDED, MOST), ledger.bookOne(Asked.credit("c", "ann", MOST, null)));
        assertEquals(answered(LIMIT_EXCEEDED, MOST), ledger.bookOne(Asked.credit("e", "ann", "1", null)));
        assertEquals(ok(MOST), ledger.bookOne(Asked.credit("f", "ann", "0", null)));
    }
}

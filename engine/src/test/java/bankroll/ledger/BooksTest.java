package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.Answer;
import bankroll.protocol.Answer.TrialBalance.Line;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The double entry (decisions §12): two legs a booking, zero in sum at every sequence, by currency. */
class BooksTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnWithAHundred() {
        ledger.givenPlayer("ann", "100");
    }

    @Test
    void shouldStandBetweenPlayersAndCashAfterADeposit() {
        assertEquals(
                List.of(line("100", "0", "-100", "0")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldStandBetweenPlayersAndTheHouseAfterPlay() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "15", "d"));

        assertEquals(
                List.of(line("75", "25", "-100", "0")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldStandAsBeforeAfterARollback() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.rollback("r", "ann", "d"));

        assertEquals(
                List.of(line("100", "0", "-100", "0")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldTellWithdrawalsFromAdjustments() {
        ledger.transfer(new Transfer("1", "ann", TransferType.WITHDRAWAL, 30, false, "EUR", null));
        ledger.transfer(new Transfer("2", "ann", TransferType.ADJUSTMENT, 5, false, "EUR", null));
        ledger.transfer(new Transfer("3", "ann", TransferType.ADJUSTMENT, 7, true, "EUR", null));

        assertEquals(List.of(line("68", "0", "-70", "2")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldStandAsBeforeAfterARestartFromASnapshot(@TempDir Path directory) {
        ledger.open("bob", "USD");
        ledger.transfer(new Transfer("1", "bob", TransferType.DEPOSIT, 7, false, "USD", null));
        ledger.book(ledger.debit("d", "ann", "40"));
        List<Line> before = ledger.trialBalance().currencies();

        ledger.restartFromSnapshot(directory);

        assertEquals(before, ledger.trialBalance().currencies());
        assertEquals(2, before.size());
    }

    @Test
    void shouldKeepEachCurrencyForItself() {
        ledger.open("bob", "USD");
        ledger.transfer(new Transfer("1", "bob", TransferType.DEPOSIT, 7, false, "USD", null));
        ledger.givenPlayer("cyd", "1");

        assertEquals(
                List.of(line("101", "0", "-101", "0"), new Line("USD", "7", "0", "-7", "0", "0")),
                ledger.trialBalance().currencies());
    }

    @Test
    void shouldNotKeepPlatformsApart() {
        ledger.bookOne(ledger.debit("d", "ann", "10"));
        ledger.asPlatform("other");
        ledger.bookOne(ledger.debit("d", "ann", "10"));

        assertEquals(
                List.of(line("80", "20", "-100", "0")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldMoveNothingForRefusals() {
        ledger.book(
                ledger.debit("d", "ann", "101"),
                Asked.credit("c", "ann", "5", "unknown"),
                Asked.rollback("r", "ann", "unknown"),
                Asked.rollback("r2", "ann", "c"));

        assertEquals(
                List.of(line("100", "0", "-100", "0")), ledger.trialBalance().currencies());
    }

    @Test
    void shouldHoldMoreThanNineteenDigits() {
        ledger.givenPlayer("bob", MOST);
        ledger.givenPlayer("cyd", MOST);
        ledger.bookOne(ledger.debit("d", "bob", MOST));

        assertEquals(
                List.of(line("10000000000000000099", MOST, "-20000000000000000098", "0")),
                ledger.trialBalance().currencies());
    }

    @Test
    void shouldNameTheLastEntryInThem() {
        ledger.bookOne(ledger.debit("first", "ann", "1"));
        Answer.TrialBalance before = ledger.trialBalance();
        ledger.bookOne(ledger.debit("d", "ann", "1"));

        assertEquals(before.sequence() + 1, ledger.trialBalance().sequence());
        assertEquals(ledger.ledger().sequence(), ledger.trialBalance().sequence());
    }

    private static Line line(String players, String house, String cash, String adjustments) {
        return new Line("EUR", players, house, cash, adjustments, "0");
    }
}

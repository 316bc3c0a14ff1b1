package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Decisions §12: double entry. Each test has a currency and thus a line of the trial balance for itself. */
class BooksContractTest extends ContractTest {
    private final String currency = Fresh.currency();
    private final TestPlayer player = service.player("0", currency);

    @Test
    void shouldBookDepositsAndWithdrawalsAgainstCash() {
        operator.deposit(player, "100");
        operator.transfer(Operator.transferOf(player, "withdrawal", "30"));
        shouldStand("70", "0", "-70", "0");
    }

    @Test
    void shouldBookPlayAgainstTheHouse() {
        operator.deposit(player, "100");
        Item debit = player.debit("40");
        wallet.book(List.of(debit, player.credit("10", debit)));
        shouldStand("70", "30", "-100", "0");
        book(player.rollback(debit));
        shouldStand("110", "-10", "-100", "0");
    }

    @Test
    void shouldBookAdjustmentsAgainstAdjustments() {
        operator.transfer(Operator.transferOf(player, "adjustment", "50"));
        shouldStand("50", "0", "0", "-50");
        operator.transfer(Operator.transferOf(player, "adjustment", "-20"));
        shouldStand("30", "0", "0", "-30");
    }

    @Test
    void shouldMoveNothingByWhatIsRefusedOrSentAgain() {
        operator.deposit(player, "100");
        Item debit = player.debit("40");
        book(debit);
        book(debit);
        book(player.debit("1000")).shouldBe("insufficient_funds");
        book(player.credit("5").reference(Fresh.id("never"))).shouldBe("reference_not_found");
        book(debit.amount("41")).shouldBe("duplicate_mismatch");
        book(player.rollback(Fresh.id("t"))).shouldBe("ok");
        shouldStand("60", "40", "-100", "0");
    }

    @Test
    void shouldAddUpBeyond19Digits() {
        TestPlayer second = service.player("9999999999999999999", currency);
        operator.deposit(player, "9999999999999999999");
        shouldStand("19999999999999999998", "0", "-19999999999999999998", "0");
        book(second.debit("9999999999999999999"));
        book(player.debit("9999999999999999999"));
        shouldStand("0", "19999999999999999998", "-19999999999999999998", "0");
    }

    @Test
    @NeedsOwnService
    void shouldNotKeepBooksPerPlatform() {
        operator.deposit(player, "100");
        book(player.debit("10"));
        service.wallet(ServiceSettings.BETA).book(player.debit("10"));
        shouldStand("80", "20", "-100", "0");
    }

    @Test
    void shouldCountOnlyUpwardsInItsSequence() {
        long before = operator.get("/trial-balance")
                .shouldBeOk()
                .json()
                .path("sequence")
                .asLong();
        operator.deposit(player, "1");
        assertTrue(operator.get("/trial-balance")
                        .shouldBeOk()
                        .json()
                        .path("sequence")
                        .asLong()
                > before);
    }

    @AfterAll
    static void shouldSumToZeroInEveryCurrency() {
        Operator operator =
                bankroll.gateway.contract.kit.ServiceUnderTest.shared().operator();
        for (JsonNode line : operator.get("/trial-balance").shouldBeOk().json().path("currencies")) {
            assertEquals("0", line.path("sum").asString(), line::toString);
        }
    }

    private void shouldStand(String players, String house, String cash, String adjustments) {
        JsonNode line = operator.trialBalance(currency);
        assertEquals(
                List.of(players, house, cash, adjustments, "0"),
                List.of("players", "house", "cash", "adjustments", "sum").stream()
                        .map(name -> line.path(name).asString())
                        .toList());
    }
}

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contract §3.2.4, decisions §8: credits. */
class CreditContractTest extends ContractTest {

    @Test
    void shouldBookCreditWithoutAReference() {
        book(player("100").credit("30")).shouldBe("ok", "130");
        book(player("100").credit("0")).shouldBe("ok", "100");
    }

    @Test
    void shouldBookCreditThatPaysOutABookedDebit() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        book(player.credit("500", debit)).shouldBe("ok", "590");
    }

    @Test
    void shouldBookSeveralCreditsPerDebit() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item first = player.credit("1", debit);
        Item second = player.credit("1", debit);
        wallet.book(List.of(debit, first, second)).get(2).shouldBe("ok", "92");
    }

    @Test
    void shouldNeverCheckSessionBlockAndLimits() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        operator.send("DELETE", "/players/" + player.id() + "/sessions").shouldBe(204);
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        book(player.credit("7", debit)).shouldBe("ok", "97");
        book(player.credit("3").with("session_id", "unknown")).shouldBe("ok", "100");
    }

    @Test
    void shouldNotFindAReferenceThatWasNeverBooked() {
        TestPlayer player = player("100");
        book(player.credit("1").reference(Fresh.id("never"))).shouldBe("reference_not_found", "100");
    }

    @Test
    void shouldNotFindARefusedDebit() {
        TestPlayer player = player("100");
        Item debit = player.debit("101");
        book(debit).shouldBe("insufficient_funds");
        book(player.credit("1", debit)).shouldBe("reference_not_found", "100");
    }

    @Test
    void shouldNotFindADebitThatWasRolledBack() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        wallet.book(List.of(debit, player.rollback(debit)));
        book(player.credit("1", debit)).shouldBe("reference_not_found", "100");
    }

    @Test
    void shouldNotFindATombstoneOrADebitThatCameAfterItsRollback() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(player.rollback(debit));
        book(player.credit("1", debit)).shouldBe("reference_not_found", "100");
        book(debit).shouldBe("rolled_back");
        book(player.credit("1", debit)).shouldBe("reference_not_found", "100");
    }

    @Test
    void shouldNotFindAReferenceThatIsNoDebit() {
        TestPlayer player = player("100");
        Item credit = player.credit("1");
        Item rollback = player.rollback(Fresh.id("t"));
        wallet.book(List.of(credit, rollback));
        book(player.credit("1", credit)).shouldBe("reference_not_found", "101");
        book(player.credit("1", rollback)).shouldBe("reference_not_found", "101");
    }

    @Test
    void shouldNotFindTheDebitOfAnotherPlayer() {
        TestPlayer player = player("100");
        TestPlayer other = player("100");
        Item debit = other.debit("10");
        book(debit);
        book(player.credit("1", debit)).shouldBe("reference_not_found", "100");
    }

    @Test
    void shouldNotFindAnUnknownPlayer() {
        book(new TestPlayer(Fresh.id("nobody"), "EUR", "").credit("1")).shouldBe("reference_not_found", null);
    }

    @Test
    void shouldNotFindAPlayerInAnotherCurrency() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        book(player.credit("1", debit).with("currency", "USD")).shouldBe("reference_not_found", "90");
        book(player.credit("1").with("currency", "USD")).shouldBe("reference_not_found", "90");
    }

    @Test
    void shouldCheckTheReferenceBeforeThe19Digits() {
        TestPlayer player = player("9999999999999999999");
        book(player.credit("1").reference(Fresh.id("never"))).shouldBe("reference_not_found", "9999999999999999999");
    }

    @Test
    void shouldPayUnderItsIdAWinWhosePlayerIsCreatedLater() {
        String id = Fresh.id("late");
        Item credit = new TestPlayer(id, "EUR", "").credit("5");
        book(credit).shouldBe("reference_not_found", null);
        operator.create(Map.of("player_id", id, "currency", "EUR"));
        book(credit).shouldBe("ok", "5");
        assertEquals("ok", wallet.lookUp(credit.id()).member("status"));
    }
}

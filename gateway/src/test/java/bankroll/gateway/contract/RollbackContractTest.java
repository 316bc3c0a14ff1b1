package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contract §3.2.3 and §3.2.5, decisions §9: rollbacks. */
class RollbackContractTest extends ContractTest {

    @Test
    void shouldReturnTheWholeBookedAmountWhateverTheRollbackSays() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        book(debit).shouldBe("ok", "70");
        book(player.rollback(debit).amount("1").with("currency", "XXX")).shouldBe("ok", "100");
        assertEquals("true", wallet.lookUp(debit.id()).member("rolled_back"));
    }

    @Test
    void shouldReturnADebitOnce() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        book(debit);
        book(player.rollback(debit)).shouldBe("ok", "100");
        book(player.rollback(debit)).shouldBe("ok", "100");
    }

    @Test
    void shouldNeverCheckSessionBlockAndLimits() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        book(debit);
        operator.send("DELETE", "/players/" + player.id() + "/sessions").shouldBe(204);
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        book(player.rollback(debit).with("session_id", "unknown")).shouldBe("ok", "100");
    }

    @Test
    void shouldKeepATombstoneForAnUnknownTarget() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        book(player.rollback(debit)).shouldBe("ok", "100");
        book(debit).shouldBe("rolled_back", "100");
        assertEquals("100", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldRollBackADebitThatComesLaterInTheSameBatch() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        var results = wallet.book(List.of(player.rollback(debit), debit, player.rollback(debit)));
        results.get(0).shouldBe("ok", "100");
        results.get(1).shouldBe("rolled_back", "100");
        results.get(2).shouldBe("ok", "100");
    }

    @Test
    void shouldKeepATombstoneForARefusedDebit() {
        TestPlayer player = player("100");
        Item debit = player.debit("101");
        book(debit).shouldBe("insufficient_funds");
        book(player.rollback(debit)).shouldBe("ok", "100");
        operator.deposit(player, "100");
        book(debit).shouldBe("rolled_back", "200");
    }

    @Test
    void shouldMoveNothingWhenTheTargetIsACreditOrARollback() {
        TestPlayer player = player("100");
        Item credit = player.credit("5");
        Item debit = player.debit("10");
        Item rollback = player.rollback(debit);
        wallet.book(List.of(credit, debit, rollback));
        book(player.rollback(credit)).shouldBe("ok", "105");
        book(player.rollback(rollback)).shouldBe("ok", "105");
        assertEquals("false", wallet.lookUp(credit.id()).member("rolled_back"));
        book(credit).shouldBe("ok", "105");
    }

    @Test
    void shouldLetARefusedCreditThatWasRolledBackBeBookedLater() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item credit = player.credit("20", debit);
        book(credit).shouldBe("reference_not_found");
        book(player.rollback(credit)).shouldBe("ok", "100");
        book(debit).shouldBe("ok", "90");
        book(credit).shouldBe("ok", "110");
    }

    @Test
    void shouldFindAForeignBookedDebitAMismatchAndMoveNothing() {
        TestPlayer player = player("100");
        TestPlayer other = player("50");
        Item debit = other.debit("10");
        book(debit);
        book(player.rollback(debit)).shouldBe("duplicate_mismatch", null);
        assertEquals("100", wallet.balanceOf(player.id()));
        assertEquals("40", wallet.balanceOf(other.id()));
        assertEquals("false", wallet.lookUp(debit.id()).member("rolled_back"));
        book(other.rollback(debit)).shouldBe("ok", "50");
    }

    @Test
    void shouldFindAForeignRefusedDebitAMismatchAndKeepNoTombstone() {
        TestPlayer player = player("100");
        TestPlayer other = player("0");
        Item debit = other.debit("10");
        book(debit).shouldBe("insufficient_funds");
        book(player.rollback(debit)).shouldBe("duplicate_mismatch", null);
        book(debit).shouldBe("insufficient_funds", "0");
    }

    @Test
    void shouldFindAForeignReversedDebitAMismatch() {
        TestPlayer player = player("100");
        TestPlayer other = player("50");
        Item debit = other.debit("10");
        wallet.book(List.of(debit, other.rollback(debit)));
        book(player.rollback(debit)).shouldBe("duplicate_mismatch", null);
    }

    @Test
    void shouldAnswerOkWhenAForeignCreditOrRollbackIsTheTarget() {
        TestPlayer player = player("100");
        TestPlayer other = player("50");
        Item credit = other.credit("5");
        Item rollback = other.rollback(Fresh.id("t"));
        wallet.book(List.of(credit, rollback));
        book(player.rollback(credit)).shouldBe("ok", "100");
        book(player.rollback(rollback)).shouldBe("ok", "100");
        assertEquals("55", wallet.balanceOf(other.id()));
    }

    @Test
    void shouldRefuseADebitAfterItsRollbackWhoeverThePlayer() {
        TestPlayer player = player("100");
        TestPlayer other = player("50");
        Item debit = other.debit("10");
        book(player.rollback(debit)).shouldBe("ok", "100");
        book(debit).shouldBe("rolled_back", "50");
        Item ofNobody = new TestPlayer(Fresh.id("nobody"), "EUR", "none").debit("1");
        book(player.rollback(ofNobody)).shouldBe("ok", "100");
        book(ofNobody).shouldBe("rolled_back", null);
    }

    @Test
    void shouldTakeARollbackOfAnUnknownPlayerAndKeepItsTombstone() {
        TestPlayer player = player("100");
        TestPlayer nobody = new TestPlayer(Fresh.id("nobody"), "EUR", "none");
        Item debit = player.debit("10");
        book(nobody.rollback(debit)).shouldBe("ok", null);
        book(debit).shouldBe("rolled_back", "100");
    }

    @Test
    void shouldRefuseADebitAfterItsRollbackBeforeAnyOtherCheck() {
        TestPlayer player = player("0");
        Item debit = player.in("unknown").debit("10").with("currency", "USD");
        book(player.rollback(debit)).shouldBe("ok", "0");
        book(debit).shouldBe("rolled_back", "0");
    }

    @Test
    void shouldReverseADebitThatWasPaidOutAlready() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        wallet.book(List.of(debit, player.credit("25", debit)));
        book(player.rollback(debit)).shouldBe("ok", "125");
        book(player.credit("1", debit)).shouldBe("reference_not_found", "125");
    }

    @Test
    @NeedsOwnService
    void shouldRefuseToReverseAPaidOutDebitWhereTheOperatorSaysSo() {
        try (ServiceUnderTest own =
                ServiceUnderTest.start(new ServiceSettings().set("ledger.rollback-after-payout", "refuse"))) {
            TestPlayer player = own.player("100");
            Item debit = player.debit("10");
            Item unpaid = player.debit("10");
            own.wallet().book(List.of(debit, unpaid, player.credit("25", debit)));
            own.wallet().book(player.rollback(debit)).shouldBe("duplicate_mismatch");
            assertEquals("105", own.wallet().balanceOf(player.id()));
            own.wallet().book(player.rollback(unpaid)).shouldBe("ok", "115");
        }
    }

    @Test
    void shouldRollBackADebitOfNothing() {
        TestPlayer player = player("0");
        Item debit = player.debit("0");
        wallet.book(List.of(debit, player.rollback(debit))).get(1).shouldBe("ok", "0");
        assertEquals("true", wallet.lookUp(debit.id()).member("rolled_back"));
        book(player.credit("1", debit)).shouldBe("reference_not_found", "0");
    }
}

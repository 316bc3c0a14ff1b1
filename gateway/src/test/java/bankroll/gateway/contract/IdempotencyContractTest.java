package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §3.2, decisions §6: the same id again. */
class IdempotencyContractTest extends ContractTest {

    @Test
    void shouldAnswerOkToTheSameContentAgainAndBookOnce() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item credit = player.credit("3", debit);
        Item rollback = player.rollback(debit);
        for (int i = 0; i < 3; i++) {
            book(debit).shouldBe("ok");
        }
        assertEquals("90", wallet.balanceOf(player.id()));
        for (int i = 0; i < 3; i++) {
            book(credit).shouldBe("ok", "93");
        }
        for (int i = 0; i < 3; i++) {
            book(rollback).shouldBe("ok", "103");
        }
    }

    @ParameterizedTest
    @CsvSource({"amount,11", "currency,USD", "game_id,slots", "round_id,r-2", "reference_transaction_id,t-other"})
    void shouldFindDifferentContentAMismatch(String member, String other) {
        TestPlayer player = player("100");
        Item debit = player.debit("10").with("round_id", "r-1").reference("t-0");
        book(debit).shouldBe("ok", "90");
        book(debit.with(member, other)).shouldBe("duplicate_mismatch", "90");
        book(debit).shouldBe("ok", "90");
    }

    @Test
    void shouldFindAnotherTypeAMismatch() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit).shouldBe("ok");
        book(player.credit("10").id(debit.id())).shouldBe("duplicate_mismatch", "90");
        book(player.rollback(Fresh.id("t")).id(debit.id())).shouldBe("duplicate_mismatch", "90");
        Item rollback = player.rollback(debit);
        book(rollback).shouldBe("ok", "100");
        book(player.debit("10").id(rollback.id()).reference(debit.id())).shouldBe("duplicate_mismatch", "100");
    }

    @Test
    void shouldFindAnotherPlayerAMismatchWithoutABalance() {
        TestPlayer player = player("100");
        TestPlayer other = player("7");
        Item debit = player.debit("10");
        book(debit).shouldBe("ok", "90");
        book(other.debit("10").id(debit.id())).shouldBe("duplicate_mismatch", null);
        assertEquals("7", wallet.balanceOf(other.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"round_id", "reference_transaction_id"})
    void shouldFindAnOptionalMemberAddedOrLeftOutAMismatch(String member) {
        TestPlayer player = player("100");
        Item without = player.debit("1");
        book(without).shouldBe("ok");
        book(without.with(member, "x")).shouldBe("duplicate_mismatch");
        book(without.with(member, "")).shouldBe("ok");
        book(without.with(member, null)).shouldBe("ok");
        Item with = player.debit("1").with(member, "x");
        book(with).shouldBe("ok");
        book(with.without(member)).shouldBe("duplicate_mismatch");
    }

    @Test
    void shouldNotCompareSessionRoomTimeAndDetails() {
        TestPlayer player = player("100");
        Item debit = player.debit("10")
                .with("room_id", "a")
                .with("created_at", "2026-03-01T09:30:00Z")
                .withRaw("details", "{}");
        book(debit).shouldBe("ok", "90");
        book(debit.with("session_id", "unknown")).shouldBe("ok", "90");
        book(debit.with("room_id", "b")).shouldBe("ok", "90");
        book(debit.with("created_at", "2027-03-01T09:30:00Z")).shouldBe("ok", "90");
        book(debit.withRaw("details", "{\"other\":1}")).shouldBe("ok", "90");
        book(debit.without("room_id").without("created_at").without("details")).shouldBe("ok", "90");
    }

    @Test
    void shouldCompareAmountsAsNumbers() {
        TestPlayer player = player("100");
        Item debit = player.debit("007");
        book(debit).shouldBe("ok", "93");
        book(debit.amount("7")).shouldBe("ok", "93");
        Item nothing = player.debit("-0");
        book(nothing).shouldBe("ok", "93");
        book(nothing.amount("0000")).shouldBe("ok", "93");
    }

    @Test
    void shouldNotCompareAmountAndCurrencyOfARollback() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        Item rollback = player.rollback(debit);
        book(rollback).shouldBe("ok", "100");
        book(rollback.amount("10").with("currency", "EUR")).shouldBe("ok", "100");
        book(rollback.amount("99").with("currency", "USD")).shouldBe("ok", "100");
        book(rollback.with("round_id", "r")).shouldBe("duplicate_mismatch", "100");
        book(rollback.with("game_id", "slots")).shouldBe("duplicate_mismatch", "100");
        book(rollback.reference(Fresh.id("t"))).shouldBe("duplicate_mismatch", "100");
    }

    @Test
    void shouldAnswerOkToADebitThatWasRolledBackSince() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit).shouldBe("ok", "90");
        book(player.rollback(debit)).shouldBe("ok", "100");
        book(debit).shouldBe("ok", "100");
        book(debit.amount("11")).shouldBe("duplicate_mismatch", "100");
    }

    @Test
    void shouldRefuseAgainWhatFundsRefusedBefore() {
        TestPlayer player = player("5");
        Item debit = player.debit("10");
        Result first = book(debit).shouldBe("insufficient_funds", "5");
        operator.deposit(player, "100");
        Result again = book(debit).shouldBe("insufficient_funds", "105");
        assertEquals(first.processedAt(), again.processedAt());
        book(debit.amount("9")).shouldBe("duplicate_mismatch", "105");
        book(debit.id(Fresh.id("t"))).shouldBe("ok", "95");
    }

    @Test
    void shouldRefuseAgainWhatTheSessionRefusedBefore() {
        TestPlayer player = player("100");
        Item debit = player.debit("10").with("session_id", "");
        book(debit).shouldBe("session_invalid", "100");
        book(debit.with("session_id", player.session())).shouldBe("session_invalid", "100");
    }

    @Test
    void shouldRefuseAgainWhatTheBlockRefusedBefore() {
        TestPlayer player = player("100");
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        Item debit = player.debit("10");
        book(debit).shouldBe("player_blocked", "100");
        operator.unblock(player.id()).shouldBe(200);
        book(debit).shouldBe("player_blocked", "100");
        book(player.debit("10")).shouldBe("ok", "90");
    }

    @Test
    void shouldRefuseAgainWhatALimitRefusedBefore() {
        TestPlayer player = player("100");
        operator.limits(player.id(), List.of(Operator.limit("wager", "day", "15")))
                .shouldBe(200);
        Item first = player.debit("10");
        Item second = player.debit("10");
        book(first).shouldBe("ok", "90");
        book(second).shouldBe("limit_exceeded", "90");
        book(player.rollback(first)).shouldBe("ok", "100");
        book(second).shouldBe("limit_exceeded", "100");
        book(player.debit("10")).shouldBe("ok", "90");
    }

    @Test
    void shouldRefuseAgainADebitThatCameAfterItsRollback() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(player.rollback(debit)).shouldBe("ok", "100");
        Result first = book(debit).shouldBe("rolled_back", "100");
        assertEquals(first, book(debit).shouldBe("rolled_back", "100"));
        book(debit.amount("11")).shouldBe("duplicate_mismatch", "100");
    }

    @Test
    void shouldDecideACreditAnewUntilItsReferenceIsBooked() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item credit = player.credit("30", debit);
        book(credit).shouldBe("reference_not_found", "100");
        book(credit).shouldBe("reference_not_found", "100");
        book(debit).shouldBe("ok", "90");
        book(credit).shouldBe("ok", "120");
        book(credit).shouldBe("ok", "120");
    }

    @Test
    void shouldFindOtherContentOfARefusedCreditAMismatch() {
        TestPlayer player = player("100");
        Item credit = player.credit("30").reference(Fresh.id("never"));
        book(credit).shouldBe("reference_not_found", "100");
        book(credit.amount("31")).shouldBe("duplicate_mismatch", "100");
        book(credit.without("reference_transaction_id")).shouldBe("duplicate_mismatch", "100");
    }

    @Test
    void shouldRememberNothingOfAForeignRollback() {
        TestPlayer player = player("100");
        TestPlayer other = player("50");
        Item debit = other.debit("10");
        book(debit);
        Item foreign = player.rollback(debit);
        book(foreign).shouldBe("duplicate_mismatch", null);
        book(foreign).shouldBe("duplicate_mismatch", null);
        wallet.lookUp(foreign.id()).shouldBeProblem(404, "transaction_not_found");
        book(player.debit("10").id(foreign.id())).shouldBe("ok", "90");
    }

    @Test
    void shouldDecideACreditOrRollbackUnderATombstonesIdAsIfNothingWereThere() {
        TestPlayer player = player("100");
        Item credit = player.credit("5");
        book(player.rollback(credit)).shouldBe("ok", "100");
        book(credit).shouldBe("ok", "105");
        Item debit = player.debit("5");
        book(debit).shouldBe("ok", "100");
        Item rollback = player.rollback(debit);
        book(player.rollback(rollback)).shouldBe("ok", "100");
        book(rollback).shouldBe("ok", "105");
    }

    @Test
    @NeedsOwnService
    void shouldKeepOneSpaceOfIdsPerPlatformAndShareThePlayers() {
        Wallet beta = service.wallet(ServiceSettings.BETA);
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit).shouldBe("ok", "90");
        beta.lookUp(debit.id()).shouldBeProblem(404, "transaction_not_found");
        beta.book(player.rollback(debit)).shouldBe("ok", "90");
        beta.book(debit).shouldBe("rolled_back", "90");
        book(debit).shouldBe("ok", "90");
        Item another = player.debit("20").id(player.id() + "shared");
        book(another).shouldBe("ok", "70");
        beta.book(another.amount("30")).shouldBe("ok", "40");
        assertEquals("20", wallet.lookUp(another.id()).member("amount"));
        assertEquals("30", beta.lookUp(another.id()).member("amount"));
        assertEquals("40", beta.balanceOf(player.id()));
    }

    @Test
    @NeedsOwnService
    void shouldTellOperatorsTheTransactionOfThePlatformThatIsConfiguredFirst() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        service.wallet(ServiceSettings.BETA).book(debit.amount("30")).shouldBe("ok", "70");
        assertEquals("30", service.operator().lookUp(debit.id()).member("amount"));

        book(debit.amount("20")).shouldBe("ok", "50");

        assertEquals("20", service.operator().lookUp(debit.id()).member("amount"));
    }

    @Test
    @NeedsOwnService
    void shouldTakeEveryKeyOfAPlatformForTheSamePlatform() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit).shouldBe("ok", "90");
        service.wallet(ServiceSettings.ALPHA_NEXT).book(debit).shouldBe("ok", "90");
    }
}

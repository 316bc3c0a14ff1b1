package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions §5: the whole range of 19 digits works, and nothing passes it. */
class AmountRangeContractTest extends ContractTest {
    private static final String MAX = "9999999999999999999";

    @ParameterizedTest
    @CsvSource({
        "9999999999999999999, 9999999999999999999, 0",
        "9999999999999999999, 1, 9999999999999999998",
        "9999999999999999999, 9223372036854775807, 776627963145224192",
        "9999999999999999999, 9223372036854775808, 776627963145224191",
        "9223372036854775808, 9223372036854775807, 1",
        "9223372036854775807, 9223372036854775807, 0",
    })
    void shouldDebitExactlyAcrossTheWholeRange(String before, String amount, String after) {
        TestPlayer player = player(before);
        Item debit = player.debit(amount);
        book(debit).shouldBe("ok", after);
        assertEquals(after, wallet.balanceOf(player.id()));
        book(player.credit(amount, debit)).shouldBe("ok", before);
        assertEquals(amount, wallet.lookUp(debit.id()).member("amount"));
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775808",
        "9223372036854775808, 9223372036854775809",
        "1, 9999999999999999999"
    })
    void shouldRefuseDebitBeyondFundsAcrossTheWholeRange(String balance, String amount) {
        book(player(balance).debit(amount)).shouldBe("insufficient_funds", balance);
    }

    @Test
    void shouldRefuseCreditPast19DigitsAndPayItOnceThereIsRoom() {
        TestPlayer player = player(MAX);
        Item credit = player.credit("1");
        book(credit).shouldBe("limit_exceeded", MAX);
        book(player.credit(MAX)).shouldBe("limit_exceeded", MAX);
        assertEquals("limit_exceeded", wallet.lookUp(credit.id()).member("status"));
        book(player.credit("0")).shouldBe("ok", MAX);
        book(player.debit("1")).shouldBe("ok");
        book(credit).shouldBe("ok", MAX);
        assertEquals("ok", wallet.lookUp(credit.id()).member("status"));
    }

    @Test
    void shouldAnswerRetryToARollbackPast19DigitsAndRecordNothing() {
        TestPlayer player = player(MAX);
        Item debit = player.debit("5");
        book(debit).shouldBe("ok", "9999999999999999994");
        operator.deposit(player, "5");
        Item rollback = player.rollback(debit);
        var result = book(rollback).shouldBe("retry", null);
        assertEquals(null, result.processedAt());
        assertEquals(MAX, wallet.balanceOf(player.id()));
        wallet.lookUp(rollback.id()).shouldBeProblem(404, "transaction_not_found");
        assertEquals("false", wallet.lookUp(debit.id()).member("rolled_back"));
        book(player.debit("5")).shouldBe("ok", "9999999999999999994");
        book(rollback).shouldBe("ok", MAX);
    }
}

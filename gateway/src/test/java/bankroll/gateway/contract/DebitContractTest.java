package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contract §3 and §4.2, decisions §7: debits. */
class DebitContractTest extends ContractTest {

    @Test
    void shouldBookDebitWithinFunds() {
        TestPlayer player = player("100");
        book(player.debit("30")).shouldBe("ok", "70");
        book(player.debit("70")).shouldBe("ok", "0");
        assertEquals("0", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldRefuseDebitBeyondFunds() {
        TestPlayer player = player("100");
        book(player.debit("101")).shouldBe("insufficient_funds", "100");
        assertEquals("100", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldBookDebitOfNothingWithoutFunds() {
        book(player("0").debit("0")).shouldBe("ok", "0");
    }

    @Test
    void shouldRefuseDebitInAnUnknownSession() {
        TestPlayer player = player("100");
        book(player.in("unknown").debit("1")).shouldBe("session_invalid", "100");
        book(player.in("").debit("1")).shouldBe("session_invalid", "100");
        book(player.in(player.session() + "x").debit("1")).shouldBe("session_invalid", "100");
        book(player.in("😀").debit("1")).shouldBe("session_invalid", "100");
    }

    @Test
    void shouldRefuseDebitInTheSessionOfAnotherPlayer() {
        TestPlayer player = player("100");
        book(player.in(player("0").session()).debit("1")).shouldBe("session_invalid", "100");
    }

    @Test
    void shouldRefuseDebitInAClosedSession() {
        TestPlayer player = player("100");
        operator.send("DELETE", "/sessions/" + player.session()).shouldBe(204);
        book(player.debit("1")).shouldBe("session_invalid", "100");
    }

    @Test
    void shouldRefuseDebitOfAnUnknownPlayer() {
        TestPlayer player = player("100");
        book(new TestPlayer(Fresh.id("nobody"), "EUR", player.session()).debit("1"))
                .shouldBe("session_invalid", null);
    }

    @Test
    void shouldRefuseDebitInAnotherCurrency() {
        TestPlayer player = player("100");
        book(player.debit("1").with("currency", "USD")).shouldBe("session_invalid", "100");
        book(player.debit("1").with("currency", "eur")).shouldBe("session_invalid", "100");
    }

    @Test
    void shouldTakeAnyGameInAnySession() {
        TestPlayer player = player("100");
        book(player.debit("1").with("game_id", "another game")).shouldBe("ok", "99");
    }

    @Test
    void shouldCheckTheSessionBeforeTheBlock() {
        TestPlayer player = player("0");
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        book(player.in("unknown").debit("1")).shouldBe("session_invalid", "0");
        book(player.debit("1").with("currency", "USD")).shouldBe("session_invalid", "0");
    }

    @Test
    void shouldCheckTheBlockBeforeTheLimitsAndTheFunds() {
        TestPlayer player = player("0");
        operator.limits(player.id(), List.of(Operator.limit("stake", "transaction", "1")))
                .shouldBe(200);
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        book(player.debit("5")).shouldBe("player_blocked", "0");
    }

    @Test
    void shouldCheckTheLimitsBeforeTheFunds() {
        TestPlayer player = player("0");
        operator.limits(player.id(), List.of(Operator.limit("stake", "transaction", "1")))
                .shouldBe(200);
        book(player.debit("5")).shouldBe("limit_exceeded", "0");
        book(player.debit("1")).shouldBe("insufficient_funds", "0");
    }

    @Test
    void shouldNotLookForWhatADebitRefersTo() {
        TestPlayer player = player("100");
        Item debit = player.debit("1").reference(Fresh.id("never"));
        book(debit).shouldBe("ok", "99");
        assertEquals(true, operator.lookUp(debit.id()).json().has("reference_transaction_id"));
    }

    @Test
    void shouldNeverLetABalanceGoBelowZero() {
        TestPlayer player = player("3");
        for (int i = 0; i < 5; i++) {
            String before = wallet.balanceOf(player.id());
            book(player.debit("1")).shouldBe(before.equals("0") ? "insufficient_funds" : "ok");
        }
        assertEquals("0", wallet.balanceOf(player.id()));
    }
}

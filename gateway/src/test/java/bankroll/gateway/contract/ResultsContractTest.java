package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contract §2.5, decisions §10: what stands in a result. */
class ResultsContractTest extends ContractTest {

    @Test
    void shouldGiveTheBalanceAfterTheItemAndOnReSendsTheCurrentOne() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item refused = player.debit("1000");
        book(debit).shouldBe("ok", "90");
        book(refused).shouldBe("insufficient_funds", "90");
        book(player.credit("5")).shouldBe("ok", "95");
        book(debit).shouldBe("ok", "95");
        book(refused).shouldBe("insufficient_funds", "95");
        book(debit.amount("11")).shouldBe("duplicate_mismatch", "95");
    }

    @Test
    void shouldGiveTheBalanceWithEveryRefusalOfAKnownPlayer() {
        TestPlayer player = player("100");
        book(player.in("unknown").debit("1")).shouldBe("session_invalid", "100");
        book(player.credit("1").reference(Fresh.id("never"))).shouldBe("reference_not_found", "100");
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        book(player.debit("1")).shouldBe("player_blocked", "100");
    }

    @Test
    void shouldGiveNoBalanceOfAnUnknownPlayer() {
        TestPlayer nobody = new TestPlayer(Fresh.id("nobody"), "EUR", "none");
        Item debit = nobody.debit("1");
        book(debit).shouldBe("session_invalid", null);
        book(debit).shouldBe("session_invalid", null);
        book(nobody.credit("1")).shouldBe("reference_not_found", null);
        book(nobody.rollback(Fresh.id("t"))).shouldBe("ok", null);
    }

    @Test
    void shouldGiveNoBalanceWhereTheIdIsRecordedForAnotherPlayer() {
        TestPlayer player = player("100");
        TestPlayer other = player("7");
        Item debit = player.debit("10");
        Item credit = player.credit("10");
        wallet.book(List.of(debit, credit));
        book(other.debit("10").id(debit.id())).shouldBe("duplicate_mismatch", null);
        book(other.credit("10").id(credit.id())).shouldBe("duplicate_mismatch", null);
    }

    @Test
    void shouldSayWhenItWasDecidedFirst() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Result first = book(debit);
        service.clock().shouldBeNow(first.processedAt());
        service.clock().pass(Duration.ofSeconds(1));
        assertEquals(first.processedAt(), book(debit).processedAt());
        book(player.rollback(debit));
        assertEquals(first.processedAt(), book(debit).processedAt());
        assertEquals(first.processedAt(), wallet.lookUp(debit.id()).member("processed_at"));
    }

    @Test
    void shouldSayWhenARefusalWasDecidedFirst() {
        TestPlayer player = player("0");
        Item debit = player.debit("10");
        Result first = book(debit).shouldBe("insufficient_funds");
        assertNotNull(first.processedAt());
        assertEquals(first, book(debit));
    }

    @Test
    void shouldNotSayWhenForAMismatch() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        book(debit);
        assertNull(book(debit.amount("11")).shouldBe("duplicate_mismatch").processedAt());
        Item foreign = player("0").rollback(debit);
        assertNull(book(foreign).shouldBe("duplicate_mismatch").processedAt());
    }

    @Test
    void shouldNeverGoBackInTime() {
        TestPlayer player = player("100");
        String before = "";
        for (int i = 0; i < 20; i++) {
            String now = book(player.debit("1")).processedAt();
            assertTrue(before.compareTo(now) <= 0, before + " then " + now);
            before = now;
        }
    }
}

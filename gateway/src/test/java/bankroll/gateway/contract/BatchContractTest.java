package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §4.2, decisions §5: a batch as a whole. */
class BatchContractTest extends ContractTest {

    @Test
    void shouldAnswerOneResultPerItemInRequestOrderEvenIfAllFail() {
        TestPlayer player = player("0");
        TestPlayer nobody = new TestPlayer(Fresh.id("nobody"), "EUR", "none");
        List<Result> results = wallet.book(List.of(
                player.debit("1"), nobody.debit("1"), player.credit("1").reference("none"), nobody.credit("1")));
        assertEquals(
                List.of("insufficient_funds", "session_invalid", "reference_not_found", "reference_not_found"),
                results.stream().map(Result::status).toList());
    }

    @Test
    void shouldApplyItemsInOrderEachSeeingTheEffectsOfThoseBefore() {
        TestPlayer player = player("10");
        Item debit = player.debit("10");
        List<Result> results = wallet.book(List.of(
                debit, player.debit("1"), player.credit("25", debit), player.debit("20"), player.rollback(debit)));
        results.get(0).shouldBe("ok", "0");
        results.get(1).shouldBe("insufficient_funds", "0");
        results.get(2).shouldBe("ok", "25");
        results.get(3).shouldBe("ok", "5");
        results.get(4).shouldBe("ok", "15");
    }

    @Test
    void shouldTreatItemsIndependently() {
        TestPlayer first = player("10");
        TestPlayer second = player("10");
        List<Result> results = wallet.book(List.of(first.debit("11"), second.debit("4"), first.debit("3")));
        results.get(0).shouldBe("insufficient_funds", "10");
        results.get(1).shouldBe("ok", "6");
        results.get(2).shouldBe("ok", "7");
    }

    @Test
    void shouldTakeTheSameIdTwiceInABatchForAReSend() {
        TestPlayer player = player("10");
        Item debit = player.debit("4");
        List<Result> results = wallet.book(List.of(debit, debit, debit.amount("5"), debit));
        results.get(0).shouldBe("ok", "6");
        results.get(1).shouldBe("ok", "6");
        results.get(2).shouldBe("duplicate_mismatch", "6");
        results.get(3).shouldBe("ok", "6");
    }

    @Test
    void shouldTake500ItemsAndRefuse501() {
        TestPlayer player = player("1000");
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            items.add(player.debit("1"));
        }
        List<Result> results = wallet.book(items);
        assertEquals(500, results.size());
        results.get(499).shouldBe("ok", "500");
        items.add(player.debit("1"));
        wallet.transactions(items).shouldBeMalformed();
        assertEquals("500", wallet.balanceOf(player.id()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"transactions\":null}",
                "{\"transactions\":[]}",
                "{\"transactions\":{}}",
                "{\"transactions\":\"[]\"}",
                "{\"transactions\":[null]}",
                "{\"transactions\":[[]]}",
                "{\"transactions\":[1]}",
                "{\"transactions\":[\"t\"]}",
                "{\"transactions\":[{}]}",
                "{\"Transactions\":[]}",
                "[]"
            })
    void shouldRefuseWhatIsNoListOfItems(String body) {
        wallet.send(Call.post("/transactions", body)).shouldBeMalformed();
    }

    @Test
    void shouldRefuseTheListGivenTwice() {
        String item = player("10").debit("1").json();
        String body = "{\"transactions\":[" + item + "],\"transactions\":[" + item + "]}";
        wallet.send(Call.post("/transactions", body)).shouldBeMalformed();
    }

    @Test
    void shouldBookNothingOfABatchWithOneMalformedItem() {
        TestPlayer player = player("10");
        Item good = player.debit("1");
        wallet.transactions(good, player.debit("1").without("game_id")).shouldBeMalformed();
        wallet.transactions(player.debit("1").amount("x"), good).shouldBeMalformed();
        assertEquals("10", wallet.balanceOf(player.id()));
        wallet.lookUp(good.id()).shouldBeProblem(404, "transaction_not_found");
        book(good).shouldBe("ok", "9");
    }

    @Test
    void shouldTakeABatchOfManyPlayersAndTypes() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            TestPlayer player = player("10");
            Item debit = player.debit("4");
            items.addAll(List.of(debit, player.credit("9", debit), player.rollback(Fresh.id("t"))));
        }
        wallet.book(items).forEach(result -> result.shouldBe("ok"));
    }

    @Test
    void shouldTakeDetailsOfManyItemsWithinTheBodyLimit() {
        TestPlayer player = player("1000");
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            items.add(player.debit("1").withRaw("details", "{\"text\":\"" + "d".repeat(60_000) + "\"}"));
        }
        wallet.book(items).get(99).shouldBe("ok", "900");
    }
}

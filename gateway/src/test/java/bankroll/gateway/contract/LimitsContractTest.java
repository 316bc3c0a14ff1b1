package bankroll.gateway.contract;

import static bankroll.gateway.contract.kit.Operator.limit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Operator.Limit;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Decisions §11, operator API: limits. */
class LimitsContractTest extends ContractTest {

    @Test
    void shouldLimitOneDebitByItsStake() {
        TestPlayer player = player("100");
        set(player, limit("stake", "transaction", "10"));
        book(player.debit("11")).shouldBe("limit_exceeded", "100");
        book(player.debit("10")).shouldBe("ok", "90");
        book(player.debit("10")).shouldBe("ok", "80");
        assertEquals("0", only(player).path("used").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"day", "week", "month"})
    void shouldLimitWhatIsWageredInAWindow(String window) {
        TestPlayer player = player("100");
        set(player, limit("wager", window, "25"));
        book(player.debit("10")).shouldBe("ok");
        book(player.credit("50")).shouldBe("ok");
        book(player.debit("16")).shouldBe("limit_exceeded", "140");
        book(player.debit("15")).shouldBe("ok", "125");
        book(player.debit("1")).shouldBe("limit_exceeded", "125");
        assertEquals("25", only(player).path("used").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"day", "week", "month"})
    void shouldLimitWhatIsLostInAWindow(String window) {
        TestPlayer player = player("100");
        set(player, limit("loss", window, "25"));
        book(player.debit("20")).shouldBe("ok");
        book(player.debit("6")).shouldBe("limit_exceeded");
        book(player.credit("10")).shouldBe("ok");
        book(player.debit("6")).shouldBe("ok", "84");
        assertEquals("16", only(player).path("used").asString());
        book(player.credit("50")).shouldBe("ok");
        assertEquals("-34", only(player).path("used").asString());
        book(player.debit("60")).shouldBe("limit_exceeded");
        book(player.debit("59")).shouldBe("ok", "75");
    }

    @Test
    void shouldLetDebitsOfNothingPass() {
        TestPlayer player = player("100");
        set(player, limit("stake", "transaction", "0"), limit("wager", "day", "0"), limit("loss", "week", "0"));
        book(player.debit("0")).shouldBe("ok", "100");
        book(player.debit("1")).shouldBe("limit_exceeded", "100");
    }

    @Test
    void shouldLetDebitsOfNothingPassALimitThatIsPassedAlready() {
        TestPlayer player = player("100");
        book(player.debit("30")).shouldBe("ok");
        set(player, limit("wager", "day", "10"));
        book(player.debit("0")).shouldBe("ok", "70");
        book(player.debit("1")).shouldBe("limit_exceeded", "70");
    }

    @Test
    void shouldGiveHeadroomBackByARollback() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "30"), limit("loss", "day", "30"));
        Item debit = player.debit("30");
        book(debit).shouldBe("ok");
        book(player.debit("1")).shouldBe("limit_exceeded", "70");
        book(player.rollback(debit)).shouldBe("ok");
        limits(player).forEach(each -> assertEquals("0", each.path("used").asString()));
        book(player.debit("30")).shouldBe("ok", "70");
        book(player.rollback(debit)).shouldBe("ok");
        limits(player).forEach(each -> assertEquals("30", each.path("used").asString()));
    }

    @Test
    void shouldCountPlayBeforeTheLimitWasSet() {
        TestPlayer player = player("100");
        book(player.debit("30"));
        book(player.credit("5"));
        set(player, limit("wager", "month", "100"), limit("loss", "month", "100"));
        for (JsonNode each : limits(player)) {
            assertEquals(
                    each.path("kind").asString().equals("wager") ? "30" : "25",
                    each.path("used").asString());
        }
    }

    @Test
    void shouldNotCountRefusedDebitsTransfersAndReSends() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "1000"), limit("loss", "day", "1000"));
        Item debit = player.debit("10");
        book(debit);
        book(debit);
        book(player.debit("500")).shouldBe("insufficient_funds");
        operator.deposit(player, "50");
        limits(player).forEach(each -> assertEquals("10", each.path("used").asString()));
    }

    @Test
    void shouldHoldEveryLimitOfTheSet() {
        TestPlayer player = player("1000");
        set(player, limit("stake", "transaction", "50"), limit("wager", "day", "60"), limit("loss", "month", "55"));
        book(player.debit("51")).shouldBe("limit_exceeded");
        book(player.debit("50")).shouldBe("ok");
        book(player.debit("6")).shouldBe("limit_exceeded");
        book(player.debit("5")).shouldBe("ok");
        book(player.credit("50")).shouldBe("ok");
        book(player.debit("6")).shouldBe("limit_exceeded");
        book(player.debit("5")).shouldBe("ok", "990");
    }

    @Test
    void shouldLowerAtOnce() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "50"));
        JsonNode lowered = set(player, limit("wager", "day", "20")).get(0);
        assertEquals("20", lowered.path("amount").asString());
        assertFalse(lowered.has("pending"));
        book(player.debit("21")).shouldBe("limit_exceeded");
    }

    @Test
    void shouldRaiseOnlyAfter24Hours() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "20"));
        JsonNode raised = set(player, limit("wager", "day", "50")).get(0);
        assertEquals("20", raised.path("amount").asString());
        assertEquals("50", raised.path("pending").path("amount").asString());
        shouldBeTomorrow(raised);
        book(player.debit("21")).shouldBe("limit_exceeded");
    }

    @Test
    void shouldRemoveOnlyAfter24Hours() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "20"));
        JsonNode removed = set(player).get(0);
        assertEquals("20", removed.path("amount").asString());
        assertFalse(removed.path("pending").has("amount"));
        shouldBeTomorrow(removed);
        book(player.debit("21")).shouldBe("limit_exceeded");
    }

    @Test
    void shouldCancelWhatIsPendingBySettingThePresentValueAgain() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "20"));
        set(player, limit("wager", "day", "50"));
        assertFalse(set(player, limit("wager", "day", "20")).get(0).has("pending"));
        set(player);
        assertFalse(set(player, limit("wager", "day", "20")).get(0).has("pending"));
        book(player.debit("21")).shouldBe("limit_exceeded");
    }

    @Test
    void shouldCancelWhatIsPendingByLowering() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "20"));
        set(player, limit("wager", "day", "50"));
        JsonNode lowered = set(player, limit("wager", "day", "10")).get(0);
        assertEquals("10", lowered.path("amount").asString());
        assertFalse(lowered.has("pending"));
    }

    @Test
    void shouldReplaceTheWholeSet() {
        TestPlayer player = player("100");
        set(player, limit("wager", "day", "20"), limit("stake", "transaction", "5"));
        JsonNode both = set(player, limit("stake", "transaction", "4"), limit("loss", "week", "7"));
        assertEquals(3, both.size());
        for (JsonNode each : both) {
            assertEquals(each.path("kind").asString().equals("wager"), each.has("pending"), each::toString);
        }
    }

    @Test
    void shouldTakeTheSameSetAgainForNothing() {
        TestPlayer player = player("100");
        JsonNode first = set(player, limit("wager", "day", "20"), limit("loss", "month", "9999999999999999999"));
        assertEquals(first, set(player, limit("wager", "day", "20"), limit("loss", "month", "9999999999999999999")));
    }

    @Test
    void shouldCountBeyond19Digits() {
        TestPlayer player = player("9999999999999999999");
        for (int i = 0; i < 3; i++) {
            Item debit = player.debit("9999999999999999999");
            book(debit).shouldBe("ok", "0");
            book(player.credit("9999999999999999999", debit)).shouldBe("ok");
        }
        set(player, limit("wager", "day", "1"), limit("loss", "day", "1"));
        for (JsonNode each : limits(player)) {
            boolean wager = each.path("kind").asString().equals("wager");
            assertEquals(wager ? "29999999999999999997" : "0", each.path("used").asString());
        }
        book(player.debit("1")).shouldBe("limit_exceeded");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"limits\":null}",
                "{\"limits\":{}}",
                "{\"limits\":[null]}",
                "{\"limits\":[{}]}",
                "{\"limits\":[{\"kind\":\"stake\",\"window\":\"day\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"transaction\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"loss\",\"window\":\"transaction\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"deposit\",\"window\":\"day\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"year\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"-1\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":1}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"10000000000000000000\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":null}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"window\":\"day\",\"amount\":\"1\"}]}",
                "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"1\"},"
                        + "{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"2\"}]}"
            })
    void shouldRefuseMalformedSets(String body) {
        TestPlayer player = player("0");
        operator.send("PUT", "/players/" + player.id() + "/limits", body).shouldBeMalformed();
        assertEquals(0, limits(player).size());
    }

    @Test
    void shouldNotFindUnknownPlayer() {
        operator.limits("nobody", List.of()).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldTakeTheSameKindInSeveralWindows() {
        TestPlayer player = player("100");
        JsonNode set =
                set(player, limit("wager", "day", "10"), limit("wager", "week", "20"), limit("wager", "month", "30"));
        assertEquals(3, set.size());
    }

    private JsonNode set(TestPlayer player, Limit... limits) {
        Answer answer = operator.limits(player.id(), Arrays.asList(limits)).shouldBeOk();
        assertEquals(answer.json(), operator.player(player.id()).json());
        return answer.json().path("limits");
    }

    private JsonNode limits(TestPlayer player) {
        return operator.player(player.id()).shouldBeOk().json().path("limits");
    }

    private JsonNode only(TestPlayer player) {
        assertEquals(1, limits(player).size());
        return limits(player).get(0);
    }

    private void shouldBeTomorrow(JsonNode limit) {
        service.clock()
                .shouldBeIn(
                        Duration.ofHours(24),
                        limit.path("pending").path("effective_at").asString());
    }
}

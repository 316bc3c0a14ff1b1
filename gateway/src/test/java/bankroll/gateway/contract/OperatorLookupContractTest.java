package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Operator API: everything that is known of a transaction. */
class OperatorLookupContractTest extends ContractTest {
    private final TestPlayer player = player("100");

    private JsonNode lookUp(Item item) {
        JsonNode mine = operator.lookUp(item.id()).shouldBeOk().json();
        for (Map.Entry<String, JsonNode> member :
                wallet.lookUp(item.id()).shouldBeOk().json().properties()) {
            assertEquals(member.getValue(), mine.get(member.getKey()), member.getKey());
        }
        return mine;
    }

    private static List<String> ids(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void shouldNameEveryCreditOfADebit() {
        Item debit = player.debit("10");
        book(debit).shouldBe("ok");
        List<String> credits = new ArrayList<>();
        for (int batch = 0; batch < 5; batch++) {
            Item[] items = Stream.generate(() -> player.credit("0").reference(debit.id()))
                    .limit(500)
                    .toArray(Item[]::new);
            wallet.transactions(items).shouldBeOk();
            Stream.of(items).map(Item::id).forEach(credits::add);
        }
        assertEquals(credits, ids(lookUp(debit).path("credited_by")));
    }

    @Test
    void shouldShowEverythingThatWasSent() {
        Item debit = player.debit("10")
                .with("round_id", "r-1")
                .with("room_id", "room")
                .reference("t-0")
                .with("created_at", "2026-03-01T09:30:00.5+01:00")
                .withRaw("details", "{\"bet\":\"red\"}");
        book(debit).shouldBe("ok");
        JsonNode record = lookUp(debit);
        Map<String, String> expected = Map.of(
                "player_id",
                player.id(),
                "currency",
                "EUR",
                "game_id",
                "roulette",
                "round_id",
                "r-1",
                "room_id",
                "room",
                "session_id",
                player.session(),
                "reference_transaction_id",
                "t-0");
        expected.forEach((name, value) -> assertEquals(value, record.path(name).asString(), name));
        assertEquals("2026-03-01T09:30:00.5+01:00", record.path("created_at").asString());
        assertEquals(Json.read("{\"bet\":\"red\"}"), record.path("details"));
        assertTrue(record.path("sequence").isIntegralNumber());
    }

    @Test
    void shouldOmitWhatWasNotSent() {
        Item debit = player.debit("10").with("round_id", "").with("room_id", null);
        book(debit);
        JsonNode record = lookUp(debit);
        for (String absent : List.of(
                "round_id",
                "room_id",
                "reference_transaction_id",
                "created_at",
                "details",
                "rolled_back_by",
                "credited_by")) {
            assertFalse(record.has(absent), absent);
        }
    }

    @Test
    void shouldNameTheRollbackThatReversedADebit() {
        Item debit = player.debit("10");
        Item rollback = player.rollback(debit);
        wallet.book(List.of(debit, rollback));
        assertEquals(List.of(rollback.id()), ids(lookUp(debit).path("rolled_back_by")));
        assertEquals(
                debit.id(), lookUp(rollback).path("reference_transaction_id").asString());
    }

    @Test
    void shouldNameTheCreditsThatPaidADebitOutInTheOrderOfTheirBooking() {
        Item debit = player.debit("10");
        Item first = player.credit("1", debit);
        Item second = player.credit("2", debit);
        Item third = player.credit("3", debit);
        wallet.book(List.of(debit, second, first));
        book(third);
        book(second);
        assertEquals(
                List.of(second.id(), first.id(), third.id()), ids(lookUp(debit).path("credited_by")));
        assertFalse(lookUp(first).has("credited_by"));
    }

    @Test
    void shouldNotNameRefusedCredits() {
        Item debit = player.debit("10");
        Item credit = player.credit("1", debit);
        book(credit).shouldBe("reference_not_found");
        book(debit);
        assertFalse(lookUp(debit).has("credited_by"));
        book(credit).shouldBe("ok");
        assertEquals(List.of(credit.id()), ids(lookUp(debit).path("credited_by")));
    }

    @Test
    void shouldShowRefusedTransactions() {
        Item debit = player.debit("1000").withRaw("details", "{\"n\":1}");
        book(debit).shouldBe("insufficient_funds");
        JsonNode record = lookUp(debit);
        assertEquals("insufficient_funds", record.path("status").asString());
        assertEquals(1, record.path("details").path("n").asInt());
    }

    @Test
    void shouldKeepWhatTheFirstRequestSaid() {
        Item debit = player.debit("10").with("room_id", "first").withRaw("details", "{\"n\":1}");
        book(debit);
        book(debit.with("room_id", "second").withRaw("details", "{\"n\":2}"));
        assertEquals("first", lookUp(debit).path("room_id").asString());
        assertEquals(1, lookUp(debit).path("details").path("n").asInt());
    }

    @Test
    void shouldTakeTheContentOfACreditsLatestDecision() {
        Item debit = player.debit("10");
        Item credit = player.credit("20", debit).with("room_id", "first").withRaw("details", "{\"n\":1}");
        book(credit).shouldBe("reference_not_found");
        long refused = lookUp(credit).path("sequence").asLong();
        book(debit);
        book(credit.with("room_id", "second").withRaw("details", "{\"n\":2}")).shouldBe("ok");
        JsonNode record = lookUp(credit);
        assertEquals("second", record.path("room_id").asString());
        assertEquals(2, record.path("details").path("n").asInt());
        assertTrue(record.path("sequence").asLong() > refused);
    }

    @Test
    void shouldGiveOneSequenceToARequestAndAHigherOneToTheNext() {
        Item first = player.debit("1");
        Item second = player.debit("1");
        Item third = player.debit("1");
        wallet.book(List.of(first, second));
        book(third);
        long sequence = lookUp(first).path("sequence").asLong();
        assertEquals(sequence, lookUp(second).path("sequence").asLong());
        assertTrue(lookUp(third).path("sequence").asLong() > sequence);
    }

    @Test
    void shouldNotFindWhatWasNeverReceived() {
        operator.lookUp(Fresh.id("never")).shouldBeProblem(404, "transaction_not_found");
        Item item = player.rollback(Fresh.id("t"));
        book(item).shouldBe("ok");
        operator.lookUp(lookUp(item).path("reference_transaction_id").asString())
                .shouldBeProblem(404, "transaction_not_found");
    }

    @Test
    void shouldShowTheSessionThatWasSentHoweverUnknown() {
        Item debit = player.in("no session of ours").debit("1");
        Item credit = player.credit("1").with("session_id", player.session());
        book(debit).shouldBe("session_invalid");
        book(credit).shouldBe("ok");
        assertEquals("no session of ours", lookUp(debit).path("session_id").asString());
        assertEquals(player.session(), lookUp(credit).path("session_id").asString());
    }
}

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every field as long as it may be, in the letters that need most bytes: what is legal is decided, and the service goes on. */
class LargestCallsContractTest extends ContractTest {
    private static final String WIDE = "\ud83c\udfb2";

    private static String wide(int codePoints, String unique) {
        return unique + WIDE.repeat(codePoints - unique.length());
    }

    @Test
    void shouldKeepTheLargestProfileAndReason() {
        String id = wide(64, Fresh.id("p"));
        Map<String, Object> profile = new LinkedHashMap<>();
        profile.put("display_name", WIDE.repeat(256));
        profile.put("avatar_url", "https://cdn.example/" + "a".repeat(2_048 - 20));
        profile.put("language", "de-" + "x-" + "abcdefgh-".repeat(27) + "abcdefg");
        profile.put("country", "AT");
        Map<String, Object> player = new LinkedHashMap<>(profile);
        player.put("player_id", id);
        player.put("currency", wide(16, Fresh.id("c").substring(0, 5)));
        assertEquals("created", operator.create(player));

        operator.send("PATCH", Operator.path(id, ""), profile).shouldBeOk();
        operator.block(id, Map.of("reason", WIDE.repeat(256))).shouldBeOk();
        assertEquals(
                WIDE.repeat(256),
                operator.player(id).shouldBeOk().json().at("/blocked/reason").asString());
        operator.unblock(id).shouldBeOk();
    }

    @Test
    void shouldBookTheLargestBatch() {
        TestPlayer player = player("1000");
        List<Item> items = IntStream.range(0, 500)
                .mapToObj(number -> player.debit("1")
                        .with("transaction_id", wide(128, Fresh.id("t")))
                        .with("game_id", WIDE.repeat(256))
                        .with("round_id", WIDE.repeat(256))
                        .with("room_id", WIDE.repeat(256))
                        .with("reference_transaction_id", WIDE.repeat(128))
                        .with("created_at", "2026-03-01T09:30:00.5+01:00")
                        .withRaw("details", "{\"a\":\"" + "x".repeat(8_000) + "\"}"))
                .toList();
        List<Result> results = wallet.book(items);
        results.forEach(result -> assertEquals("ok", result.status()));
        assertEquals("500", wallet.balanceOf(player.id()));
    }

    /** Nothing bounds members and elements but the bytes that hold them (decisions §2). */
    @Test
    void shouldBookDetailsOfAsManyElementsAsTheirBytesCanHold() {
        TestPlayer player = player("1000");
        String details = "{\"a\":[" + "1,".repeat(32_000) + "1]}";
        List<Item> items = IntStream.range(0, 100)
                .mapToObj(number -> player.debit("1").withRaw("details", details))
                .toList();

        wallet.book(items).forEach(result -> assertEquals("ok", result.status()));
        assertEquals("900", wallet.balanceOf(player.id()));
    }
}

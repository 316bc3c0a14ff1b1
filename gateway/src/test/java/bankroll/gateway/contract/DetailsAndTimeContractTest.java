package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §2: an item's {@code details} and {@code created_at}. */
class DetailsAndTimeContractTest extends ContractTest {
    private static final List<String> TYPES = List.of("debit", "credit", "rollback");
    private final TestPlayer player = player("1000000");

    private Item good(String type) {
        return switch (type) {
            case "debit" -> player.debit("5");
            case "credit" -> player.credit("5");
            default -> player.rollback(Fresh.id("t"));
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T09:30:00Z",
                "2026-03-01t09:30:00z",
                "2026-03-01T09:30:00.1Z",
                "0000-01-01T00:00:00Z",
                "2026-03-01T09:30:00.123456789012345678901234567890Z",
                "2026-03-01T09:30:00+23:59",
                "2026-03-01T09:30:00-23:59",
                "2026-03-01T09:30:00-00:00",
                "2016-12-31T23:59:60Z",
                "1990-12-31T15:59:60-08:00",
                "2024-02-29T00:00:00Z",
                "9999-12-31T23:59:59Z"
            })
    void shouldTakeRfc3339DateTimes(String createdAt) {
        for (String type : TYPES) {
            Item item = good(type).with("created_at", createdAt);
            book(item).shouldBe("ok");
        }
    }

    @Test
    void shouldTakeFractionDigitsAsLongAsTheTimeHas64Characters() {
        for (String zone : List.of("Z", "+01:00")) {
            String seconds = "2026-01-02T03:04:05.";
            String createdAt = seconds + "6".repeat(64 - seconds.length() - zone.length()) + zone;
            Item item = player.debit("1").with("created_at", createdAt);
            book(item).shouldBe("ok");
            assertTrue(operator.lookUp(item.id()).shouldBeOk().text().contains(createdAt));
            wallet.transactions(player.debit("1").with("created_at", createdAt.replace(".", ".0")))
                    .shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-03-01",
                "2026-03-01T09:30:00",
                "2026-03-01T09:30Z",
                "2026-03-01 09:30:00Z",
                "2026-3-1T09:30:00Z",
                "2026-13-01T09:30:00Z",
                "2026-00-01T09:30:00Z",
                "2026-02-30T09:30:00Z",
                "2025-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-03-00T00:00:00Z",
                "2026-03-01T24:00:00Z",
                "2026-03-01T09:60:00Z",
                "2026-03-01T09:30:61Z",
                "2026-03-01T09:30:00.Z",
                "2026-03-01T09:30:00,5Z",
                "2026-03-01T09:30:00+24:00",
                "2026-03-01T09:30:00+01:60",
                "2026-03-01T09:30:00+0100",
                "2026-03-01T09:30:00+01",
                "2026-03-01T09:30:00UTC",
                "2026-03-01T09:30:00ZZ",
                "12026-03-01T09:30:00Z",
                "-2026-03-01T09:30:00Z",
                "1772357400",
                " 2026-03-01T09:30:00Z",
                "２026-03-01T09:30:00Z"
            })
    void shouldRefuseOtherDateTimes(String createdAt) {
        for (String type : TYPES) {
            wallet.transactions(good(type).with("created_at", createdAt)).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ \"b\" : [ 1.00, 2e+05, \"\\u00fc\", \"ü\" , null ], \"a\":{\"x\":true}}",
                "{\"n\":123456789012345678901234567890.12345678901234567890,\"\":\"\"}",
                "{\"transaction_id\":\"x\",\"\\ud83d\\ude00\":\"\\n\"}"
            })
    void shouldKeepDetailsByteForByte(String details) {
        for (String type : TYPES) {
            Item item = good(type).withRaw("details", details);
            book(item).shouldBe("ok");
            String answer = operator.lookUp(item.id()).shouldBeOk().text();
            assertTrue(answer.contains("\"details\":" + details), answer);
        }
    }

    @Test
    void shouldTakeDetailsOf64KibibytesAsSentAndNoMore() {
        String open = "{\"a\":\"";
        String fill = "ü".repeat((65_536 - open.length() - 2) / 2);
        Item item = player.debit("1").withRaw("details", open + fill + "\"}");
        book(item).shouldBe("ok");
        assertTrue(operator.lookUp(item.id()).shouldBeOk().text().contains(fill));
        wallet.transactions(player.debit("1").withRaw("details", open + fill + "x\"}"))
                .shouldBeMalformed();
        wallet.transactions(player.debit("1").withRaw("details", "{" + " ".repeat(65_535) + "}"))
                .shouldBeMalformed();
        book(player.debit("1").withRaw("details", "{" + " ".repeat(65_534) + "}"))
                .shouldBe("ok");
    }

    @Test
    void shouldRefuseDuplicateMembersInDetails() {
        wallet.transactions(player.debit("1").withRaw("details", "{\"a\":1,\"a\":1}"))
                .shouldBeMalformed();
        wallet.transactions(player.debit("1").withRaw("details", "{\"a\":[{\"b\":1,\"\\u0062\":2}]}"))
                .shouldBeMalformed();
    }

    @Test
    void shouldTakeControlCharactersAndEmptyNamesInsideDetails() {
        book(player.debit("1").withRaw("details", "{\"\":\"\\u0000\\n\\u007f\"}"))
                .shouldBe("ok");
    }
}

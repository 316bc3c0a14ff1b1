package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §2.1 and §2.4, decisions §2 and §5: the fields of one item. */
class ItemContractTest extends ContractTest {
    private static final List<String> TYPES = List.of("debit", "credit", "rollback");
    private final TestPlayer player = player("1000000");

    private Item good(String type) {
        return switch (type) {
            case "debit" -> player.debit("5");
            case "credit" -> player.credit("5");
            default -> player.rollback(Fresh.id("t"));
        };
    }

    private static Stream<Arguments> required() {
        return Stream.of(
                        Stream.of("transaction_id", "type", "player_id", "session_id", "amount", "currency", "game_id")
                                .map(member -> Arguments.of("debit", member)),
                        Stream.of("transaction_id", "type", "player_id", "amount", "currency", "game_id")
                                .map(member -> Arguments.of("credit", member)),
                        Stream.of("transaction_id", "type", "player_id", "game_id", "reference_transaction_id")
                                .map(member -> Arguments.of("rollback", member)))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("required")
    void shouldRefuseItemWithoutARequiredMember(String type, String member) {
        wallet.transactions(good(type).without(member)).shouldBeMalformed();
        wallet.transactions(good(type).with(member, null)).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "5")).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "true")).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "[\"5\"]")).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "{}")).shouldBeMalformed();
        if (!member.equals("session_id")) {
            wallet.transactions(good(type).with(member, "")).shouldBeMalformed();
        }
    }

    private static Stream<Arguments> optional() {
        return TYPES.stream().flatMap(type -> Stream.of(
                        "session_id", "round_id", "room_id", "reference_transaction_id", "currency", "amount", "created_at",
                        "details")
                .filter(member -> required().noneMatch(each -> List.of(each.get()).equals(List.of(type, member))))
                .map(member -> Arguments.of(type, member)));
    }

    @ParameterizedTest
    @MethodSource("optional")
    void shouldTakeAnOptionalMemberAbsentOrNullButOfNoOtherType(String type, String member) {
        book(good(type).without(member)).shouldBe("ok");
        book(good(type).with(member, null)).shouldBe("ok");
        wallet.transactions(good(type).withRaw(member, "5")).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "false")).shouldBeMalformed();
        wallet.transactions(good(type).withRaw(member, "[]")).shouldBeMalformed();
        if (!member.equals("details")) {
            wallet.transactions(good(type).withRaw(member, "{}")).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @CsvSource({"debit,round_id", "debit,room_id", "debit,reference_transaction_id", "credit,session_id", "credit,round_id",
        "credit,room_id", "credit,reference_transaction_id", "rollback,session_id", "rollback,round_id", "rollback,room_id",
        "rollback,currency"})
    void shouldTakeAnEmptyOptionalIdForAbsent(String type, String member) {
        Item item = good(type).without(member);
        book(item).shouldBe("ok");
        book(item.with(member, "")).shouldBe("ok");
    }

    @ParameterizedTest
    @CsvSource({"transaction_id,128", "player_id,64", "session_id,256", "game_id,256", "round_id,256", "room_id,256",
        "reference_transaction_id,128", "currency,16"})
    void shouldBoundStringsToTheirCodePoints(String member, int length) {
        for (String one : List.of("x", "é", "😀")) {
            for (String type : TYPES) {
                assertEquals(200, wallet.transactions(good(type).with(member, unique(member, one, length))).status());
                wallet.transactions(good(type).with(member, one.repeat(length + 1))).shouldBeMalformed();
            }
        }
    }

    private static String unique(String member, String one, int length) {
        String id = member.equals("transaction_id") ? Fresh.id("t") : "";
        return id + one.repeat(length - id.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction_id", "player_id", "session_id", "game_id", "round_id", "room_id",
        "reference_transaction_id", "currency", "type", "amount", "created_at"})
    void shouldRefuseControlCharactersInEveryString(String member) {
        for (String type : TYPES) {
            wallet.transactions(good(type).with(member, "1\u0000")).shouldBeMalformed();
            wallet.transactions(good(type).with(member, "1\n")).shouldBeMalformed();
            wallet.transactions(good(type).with(member, "1\u007f")).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Debit", "DEBIT", "debit ", " debit", "bet", "win", "refund", "rollback2", "d", "кредит"})
    void shouldRefuseUnknownTypes(String type) {
        wallet.transactions(player.debit("1").with("type", type).reference("t-0")).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+5", " 5", "5 ", "5.0", "5.", "1e3", "0x5", "five", "٥", "５", "1_000", "1,000", "--5", "5-",
        "10000000000000000000", "00000000000000000005", "-00000000000000000000", "NaN"})
    void shouldRefuseAmountsAgainstThePattern(String amount) {
        for (String type : TYPES) {
            wallet.transactions(good(type).amount(amount)).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-5", "-0000000000000000001", "-9999999999999999999"})
    void shouldRefuseAmountsBelowZero(String amount) {
        wallet.transactions(good("debit").amount(amount)).shouldBeMalformed();
        wallet.transactions(good("credit").amount(amount)).shouldBeMalformed();
        book(good("rollback").amount(amount)).shouldBe("ok", "1000000");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "00,0", "-0,0", "-0000000000000000000,0", "007,7", "0000000000000000012,12", "1000000,1000000"})
    void shouldNormaliseAmounts(String sent, String recorded) {
        Item debit = player.debit(sent);
        book(debit).shouldBe("ok", Long.toString(1_000_000 - Long.parseLong(recorded)));
        assertEquals(recorded, wallet.lookUp(debit.id()).member("amount"));
        book(debit.amount(recorded)).shouldBe("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"debit", "credit", "rollback"})
    void shouldRefuseAReferenceToTheItemsOwnId(String type) {
        Item item = good(type);
        wallet.transactions(item.reference(item.id())).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-01T09:30:00Z", "2026-03-01t09:30:00z", "2026-03-01T09:30:00.1Z", "0000-01-01T00:00:00Z",
        "2026-03-01T09:30:00.123456789012345678901234567890Z", "2026-03-01T09:30:00+23:59", "2026-03-01T09:30:00-23:59",
        "2026-03-01T09:30:00-00:00", "2016-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2024-02-29T00:00:00Z",
        "9999-12-31T23:59:59Z"})
    void shouldTakeRfc3339DateTimes(String createdAt) {
        for (String type : TYPES) {
            Item item = good(type).with("created_at", createdAt);
            book(item).shouldBe("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30Z", "2026-03-01 09:30:00Z",
        "2026-3-1T09:30:00Z", "2026-13-01T09:30:00Z", "2026-00-01T09:30:00Z", "2026-02-30T09:30:00Z", "2025-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-03-00T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z", "2026-03-01T09:30:61Z",
        "2026-03-01T09:30:00.Z", "2026-03-01T09:30:00,5Z", "2026-03-01T09:30:00+24:00", "2026-03-01T09:30:00+01:60",
        "2026-03-01T09:30:00+0100", "2026-03-01T09:30:00+01", "2026-03-01T09:30:00UTC", "2026-03-01T09:30:00ZZ",
        "12026-03-01T09:30:00Z", "-2026-03-01T09:30:00Z", "1772357400", " 2026-03-01T09:30:00Z", "２026-03-01T09:30:00Z"})
    void shouldRefuseOtherDateTimes(String createdAt) {
        for (String type : TYPES) {
            wallet.transactions(good(type).with("created_at", createdAt)).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{ \"b\" : [ 1.00, 2e+05, \"\\u00fc\", \"ü\" , null ], \"a\":{\"x\":true}}",
        "{\"n\":123456789012345678901234567890.12345678901234567890,\"\":\"\"}", "{\"transaction_id\":\"x\",\"\\ud83d\\ude00\":\"\\n\"}"})
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
        wallet.transactions(player.debit("1").withRaw("details", open + fill + "x\"}")).shouldBeMalformed();
        wallet.transactions(player.debit("1").withRaw("details", "{" + " ".repeat(65_535) + "}")).shouldBeMalformed();
        book(player.debit("1").withRaw("details", "{" + " ".repeat(65_534) + "}")).shouldBe("ok");
    }

    @Test
    void shouldRefuseDuplicateMembersInDetails() {
        wallet.transactions(player.debit("1").withRaw("details", "{\"a\":1,\"a\":1}")).shouldBeMalformed();
        wallet.transactions(player.debit("1").withRaw("details", "{\"a\":[{\"b\":1,\"\\u0062\":2}]}")).shouldBeMalformed();
    }

    @Test
    void shouldTakeControlCharactersAndEmptyNamesInsideDetails() {
        book(player.debit("1").withRaw("details", "{\"\":\"\\u0000\\n\\u007f\"}")).shouldBe("ok");
    }
}

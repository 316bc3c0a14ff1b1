package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.List;
import java.util.stream.Stream;
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
        return TYPES.stream()
                .flatMap(type -> Stream.of(
                                "session_id",
                                "round_id",
                                "room_id",
                                "reference_transaction_id",
                                "currency",
                                "amount",
                                "created_at",
                                "details")
                        .filter(member ->
                                required().noneMatch(each -> List.of(each.get()).equals(List.of(type, member))))
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
    @CsvSource({
        "debit,round_id",
        "debit,room_id",
        "debit,reference_transaction_id",
        "credit,session_id",
        "credit,round_id",
        "credit,room_id",
        "credit,reference_transaction_id",
        "rollback,session_id",
        "rollback,round_id",
        "rollback,room_id",
        "rollback,currency"
    })
    void shouldTakeAnEmptyOptionalIdForAbsent(String type, String member) {
        Item item = good(type).without(member);
        book(item).shouldBe("ok");
        book(item.with(member, "")).shouldBe("ok");
    }

    @ParameterizedTest
    @CsvSource({
        "transaction_id,128",
        "player_id,64",
        "session_id,256",
        "game_id,256",
        "round_id,256",
        "room_id,256",
        "reference_transaction_id,128",
        "currency,16"
    })
    void shouldBoundStringsToTheirCodePoints(String member, int length) {
        for (String one : List.of("x", "é", "😀")) {
            for (String type : TYPES) {
                assertEquals(
                        200,
                        wallet.transactions(good(type).with(member, unique(member, one, length)))
                                .status());
                wallet.transactions(good(type).with(member, one.repeat(length + 1)))
                        .shouldBeMalformed();
            }
        }
    }

    private static String unique(String member, String one, int length) {
        String id = member.equals("transaction_id") ? Fresh.id("t") : "";
        return id + one.repeat(length - id.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transaction_id",
                "player_id",
                "session_id",
                "game_id",
                "round_id",
                "room_id",
                "reference_transaction_id",
                "currency",
                "type",
                "amount",
                "created_at"
            })
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
        wallet.transactions(player.debit("1").with("type", type).reference("t-0"))
                .shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+5",
                " 5",
                "5 ",
                "5.0",
                "5.",
                "1e3",
                "0x5",
                "five",
                "٥",
                "５",
                "1_000",
                "1,000",
                "--5",
                "5-",
                "10000000000000000000",
                "00000000000000000005",
                "-00000000000000000000",
                "NaN"
            })
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
}

package bankroll.gateway.contract;

import static bankroll.gateway.contract.kit.Operator.transferOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Operator API: deposits, withdrawals, adjustments. */
class OperatorTransfersContractTest extends ContractTest {
    private final TestPlayer player = player("100");

    private JsonNode shouldBe(String status, String balance, Map<String, String> transfer) {
        JsonNode result = operator.transfer(transfer);
        assertEquals(transfer.get("transfer_id"), result.path("transfer_id").asString());
        assertEquals(status, result.path("status").asString(), result::toString);
        if (balance != null) {
            assertEquals(balance, result.path("balance").asString(), result::toString);
        }
        return result;
    }

    private static Map<String, String> with(Map<String, String> transfer, String member, String value) {
        Map<String, String> copy = new LinkedHashMap<>(transfer);
        copy.put(member, value);
        return copy;
    }

    @Test
    void shouldBookDepositWithdrawalAndAdjustment() {
        JsonNode result = shouldBe("ok", "150", transferOf(player, "deposit", "50"));
        Instant.parse(result.path("processed_at").asString());
        shouldBe("ok", "120", transferOf(player, "withdrawal", "30"));
        shouldBe("ok", "125", transferOf(player, "adjustment", "5"));
        shouldBe("ok", "115", transferOf(player, "adjustment", "-10"));
        assertEquals("115", wallet.balanceOf(player.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deposit", "withdrawal", "adjustment"})
    void shouldTakeATransferOfNothing(String type) {
        shouldBe("ok", "100", transferOf(player, type, "0"));
        shouldBe("ok", "100", transferOf(player, type, "-0"));
    }

    @ParameterizedTest
    @CsvSource({"withdrawal,101", "adjustment,-101"})
    void shouldNotGoBelowZero(String type, String amount) {
        shouldBe("insufficient_funds", "100", transferOf(player, type, amount));
        assertEquals("100", wallet.balanceOf(player.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deposit", "adjustment"})
    void shouldNotPass19Digits(String type) {
        shouldBe("limit_exceeded", null, transferOf(player, type, "9999999999999999999"));
        shouldBe("ok", "9999999999999999999", transferOf(player, type, "9999999999999999899"));
    }

    @Test
    void shouldTakeTheWholeRangeOut() {
        operator.deposit(player, "9999999999999999899");
        shouldBe("ok", "0", transferOf(player, "adjustment", "-9999999999999999999"));
    }

    @Test
    void shouldNotFindUnknownPlayersAndOtherCurrencies() {
        shouldBe("player_not_found", null, with(transferOf(player, "deposit", "1"), "player_id", Fresh.id("nobody")));
        shouldBe("currency_mismatch", null, with(transferOf(player, "deposit", "1"), "currency", "USD"));
    }

    @Test
    void shouldBookATransferOnce() {
        Map<String, String> deposit = transferOf(player, "deposit", "50");
        JsonNode first = shouldBe("ok", "150", deposit);
        JsonNode again = shouldBe("ok", "150", deposit);
        assertEquals(first.path("processed_at"), again.path("processed_at"));
        shouldBe("ok", "150", with(deposit, "amount", "0050"));
        shouldBe("ok", "150", with(deposit, "reason", "another reason"));
        assertEquals("150", wallet.balanceOf(player.id()));
    }

    @ParameterizedTest
    @CsvSource({"type,withdrawal", "amount,51", "currency,USD"})
    void shouldFindOtherContentAMismatch(String member, String value) {
        Map<String, String> deposit = transferOf(player, "deposit", "50");
        shouldBe("ok", "150", deposit);
        shouldBe("duplicate_mismatch", null, with(deposit, member, value));
        shouldBe(
                "duplicate_mismatch",
                null,
                with(deposit, "player_id", player("0").id()));
        assertEquals("150", wallet.balanceOf(player.id()));
    }

    @Test
    void shouldDecideARefusedTransferAnewWithAnyContent() {
        Map<String, String> withdrawal = transferOf(player, "withdrawal", "150");
        shouldBe("insufficient_funds", "100", withdrawal);
        operator.deposit(player, "100");
        shouldBe("ok", "50", withdrawal);
        Map<String, String> second = transferOf(player, "withdrawal", "51");
        shouldBe("insufficient_funds", "50", second);
        shouldBe("ok", "0", with(second, "amount", "50"));
    }

    @Test
    void shouldKeepASpaceOfIdsOfItsOwn() {
        var debit = player.debit("10");
        book(debit).shouldBe("ok", "90");
        shouldBe("ok", "140", with(transferOf(player, "deposit", "50"), "transfer_id", debit.id()));
        wallet.lookUp(transferOf(player, "deposit", "1").get("transfer_id"))
                .shouldBeProblem(404, "transaction_not_found");
    }

    @Test
    void shouldAnswerOneResultPerTransferInOrder() {
        Map<String, String> first = transferOf(player, "withdrawal", "100");
        List<Map<String, String>> transfers =
                List.of(first, transferOf(player, "withdrawal", "1"), transferOf(player, "deposit", "5"), first);
        JsonNode results = operator.send("POST", "/transfers", Map.of("transfers", transfers))
                .shouldBeOk()
                .json()
                .path("results");
        List<String> statuses = new ArrayList<>();
        results.forEach(result -> statuses.add(result.path("status").asString()));
        assertEquals(List.of("ok", "insufficient_funds", "ok", "ok"), statuses);
        assertEquals("5", results.get(3).path("balance").asString());
    }

    @Test
    void shouldTake500TransfersAndRefuse501() {
        List<Map<String, String>> transfers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            transfers.add(transferOf(player, "deposit", "1"));
        }
        JsonNode results = operator.send("POST", "/transfers", Map.of("transfers", transfers))
                .shouldBeOk()
                .json()
                .path("results");
        assertEquals("600", results.get(499).path("balance").asString());
        transfers.add(transferOf(player, "deposit", "1"));
        operator.send("POST", "/transfers", Map.of("transfers", transfers)).shouldBeMalformed();
        operator.send("POST", "/transfers", Map.of("transfers", List.of())).shouldBeMalformed();
    }

    @ParameterizedTest
    @CsvSource({
        "deposit,-1",
        "withdrawal,-1",
        "bonus,1",
        "Deposit,1",
        "deposit,1.0",
        "deposit,''",
        "deposit,10000000000000000000",
        "adjustment,--1",
        "adjustment,+1",
        "adjustment,-10000000000000000000"
    })
    void shouldRefuseMalformedTypesAndAmounts(String type, String amount) {
        Map<String, Object> call =
                Map.of("transfers", List.of(transferOf(player, "deposit", "1"), transferOf(player, type, amount)));
        operator.send("POST", "/transfers", call).shouldBeMalformed();
        assertEquals("100", wallet.balanceOf(player.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfer_id", "player_id", "type", "amount", "currency"})
    void shouldRefuseATransferWithoutARequiredMember(String member) {
        Map<String, String> transfer = with(transferOf(player, "deposit", "1"), member, null);
        operator.send("POST", "/transfers", Map.of("transfers", List.of(transfer)))
                .shouldBeMalformed();
        transfer.remove(member);
        operator.send("POST", "/transfers", Map.of("transfers", List.of(transfer)))
                .shouldBeMalformed();
        transfer.put(member, "");
        operator.send("POST", "/transfers", Map.of("transfers", List.of(transfer)))
                .shouldBeMalformed();
    }

    @Test
    void shouldBoundItsStrings() {
        Map<String, String> transfer = transferOf(player, "deposit", "1");
        shouldBe(
                "ok",
                "101",
                with(with(transfer, "transfer_id", Fresh.id("tr") + "😀".repeat(100)), "reason", "r".repeat(256)));
        for (Map<String, String> tooLong : List.of(
                with(transfer, "transfer_id", "x".repeat(129)),
                with(transfer, "reason", "r".repeat(257)),
                with(transfer, "player_id", "x".repeat(65)),
                with(transfer, "currency", "x".repeat(17)))) {
            operator.send("POST", "/transfers", Map.of("transfers", List.of(tooLong)))
                    .shouldBeMalformed();
        }
    }

    @Test
    void shouldRefuseAnAmountThatIsANumber() {
        String body = Json.write(Map.of("transfers", List.of(transferOf(player, "deposit", "7"))))
                .replace("\"7\"", "7");
        operator.send("POST", "/transfers", body).shouldBeMalformed();
    }

    @Test
    void shouldTransferForBlockedPlayersWithoutASession() {
        operator.block(player.id(), Map.of("reason", "r")).shouldBeOk();
        shouldBe("ok", "0", transferOf(player, "withdrawal", "100"));
        assertFalse(operator.sessions(player.id()).isMissingNode());
    }
}

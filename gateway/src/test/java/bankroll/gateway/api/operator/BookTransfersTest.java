package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Amounts;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BookTransfersTest {
    private final BookTransfers operation = new BookTransfers();

    @Test
    void shouldWriteDepositsWithdrawalsAndAdjustments() throws Exception {
        Call call = Calls.body("{\"transfers\":[" + transfer("deposit", "9999999999999999999", "")
                + "," + transfer("withdrawal", "007", ",\"reason\":\"\"")
                + "," + transfer("adjustment", "-5", ",\"reason\":\"goodwill\"") + "]}");

        operation.ask(call);

        assertEquals(CommandType.TRANSFERS, call.request().type());
        assertEquals(
                List.of(
                        new Transfer("t", "p", TransferType.DEPOSIT, Amounts.MAX, false, "EUR", null),
                        new Transfer("t", "p", TransferType.WITHDRAWAL, 7, false, "EUR", null),
                        new Transfer("t", "p", TransferType.ADJUSTMENT, 5, true, "EUR", "goodwill")),
                transfers(call.request()));
        assertEquals(List.of("t", "t", "t"), Calls.results(operation, call, Outcome.OK, "transfer_id"));
    }

    @ParameterizedTest
    @CsvSource({"deposit, -0", "withdrawal, -000", "deposit, 0", "adjustment, -9999999999999999999"})
    void shouldTakeTheAmount(String type, String amount) throws Exception {
        operation.ask(one(transfer(type, amount, "")));
    }

    @ParameterizedTest
    @CsvSource({
        "deposit, -1",
        "withdrawal, -1",
        "deposit, ''",
        "deposit, 1.0",
        "deposit, +1",
        "deposit, -",
        "deposit, 12345678901234567890",
        "adjustment, -12345678901234567890",
        "deposit, ١",
        "transfer, 1",
        "Deposit, 1",
        "'', 1"
    })
    void shouldRefuseTheTypeOrAmount(String type, String amount) {
        assertThrows(MalformedRequest.class, () -> operation.ask(one(transfer(type, amount, ""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfer_id", "player_id", "type", "amount", "currency"})
    void shouldRequire(String member) {
        String without = transfer("deposit", "1", "").replace("\"" + member + "\"", "\"other\"");

        MalformedRequest refused = assertThrows(MalformedRequest.class, () -> operation.ask(one(without)));

        assertEquals("transfers[0]." + member + " is missing or empty", refused.getMessage());
    }

    @Test
    void shouldBoundReasonAndIds() throws Exception {
        operation.ask(one(transfer("deposit", "1", ",\"reason\":\"" + "r".repeat(256) + "\"")));

        assertThrows(
                MalformedRequest.class,
                () -> operation.ask(one(transfer("deposit", "1", ",\"reason\":\"" + "r".repeat(257) + "\""))));
        assertThrows(
                MalformedRequest.class,
                () -> operation.ask(one(transfer("deposit", "1", "").replace("\"t\"", "\"" + "t".repeat(129) + "\""))));
        assertThrows(
                MalformedRequest.class,
                () -> operation.ask(one(transfer("deposit", "1", "").replace("\"p\"", "\"" + "p".repeat(65) + "\""))));
    }

    @Test
    void shouldRefuseAnAmountThatIsANumber() {
        assertThrows(
                MalformedRequest.class,
                () -> operation.ask(one(transfer("deposit", "1", "").replace("\"1\"", "1"))));
    }

    private static Call one(String transfer) {
        return Calls.body("{\"transfers\":[" + transfer + "]}");
    }

    private static String transfer(String type, String amount, String more) {
        return "{\"transfer_id\":\"t\",\"player_id\":\"p\",\"type\":\"" + type + "\",\"amount\":\"" + amount
                + "\",\"currency\":\"EUR\"" + more + "}";
    }

    private static List<Transfer> transfers(Request request) {
        List<Transfer> transfers = new java.util.ArrayList<>();
        Items items = request.items(new Items());
        while (items.next()) {
            transfers.add(TransferItem.get(request.frame(), items.item()));
        }
        return transfers;
    }
}

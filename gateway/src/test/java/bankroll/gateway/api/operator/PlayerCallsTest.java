package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.http.Exchanges;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Block;
import bankroll.protocol.PlayerCommand.Change;
import bankroll.protocol.PlayerCommand.Changes;
import bankroll.protocol.Rfc3339;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls that name one thing in their path. */
class PlayerCallsTest {
    @Test
    void shouldAskAboutThePlayerInThePath() throws Exception {
        Call call = Calls.path("p%20%C3%A9");

        PlayerOperation.listSessions().ask(call);

        assertEquals(CommandType.SESSIONS, call.request().type());
        assertEquals(1, call.request().items());
        assertEquals("p é", PlayerCommand.playerId(call.frame(), call.request().itemsOffset()));
    }

    @Test
    void shouldRefuseAPlayerIdThatIsTooLong() {
        PlayerOperation operation = PlayerOperation.show();

        assertThrows(MalformedRequest.class, () -> operation.ask(Calls.path("p".repeat(65))));
    }

    @Test
    void shouldTellClearingFromLeavingAlone() throws Exception {
        Call call = Calls.call("p", "{\"display_name\":\"Zoë\",\"country\":null}");

        new ChangeProfile().ask(call);

        Changes expected =
                new Changes(new Change(true, "Zoë"), Change.UNCHANGED, Change.UNCHANGED, new Change(true, null));
        assertEquals(
                expected, PlayerCommand.changes(call.frame(), call.request().itemsOffset()));
    }

    @Test
    void shouldBlockForEverWhenThereIsNoEnd() throws Exception {
        assertEquals(new Block("fraud", PlayerCommand.FOR_EVER, false), block("{\"reason\":\"fraud\"}"));
    }

    @Test
    void shouldBlockUntilAnEnd() throws Exception {
        Block expected =
                new Block("asked", Instant.parse("2026-03-01T09:30:00.001Z").toEpochMilli(), true);

        assertEquals(
                expected,
                block("{\"reason\":\"asked\",\"until\":\"2026-03-01T10:30:00.001+01:00\",\"self_excluded\":true}"));
    }

    @Test
    void shouldBlockUntilTheLastTimeThatCanBeTold() throws Exception {
        assertEquals(
                Rfc3339.YEAR_10000_MS - 1,
                block("{\"reason\":\"asked\",\"until\":\"9999-12-31T23:59:59.999Z\"}")
                        .untilMs());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"reason\":\"\"}",
                "{\"reason\":null}",
                "{\"reason\":7}",
                "{\"reason\":\"r\",\"until\":\"9999-12-31T23:59:60Z\"}",
                "{\"reason\":\"r\",\"until\":\"9999-12-31T23:59:59-00:01\"}",
                "{\"reason\":\"r\",\"until\":\"\"}",
                "{\"reason\":\"r\",\"until\":1772357400}",
                "{\"reason\":\"r\",\"self_excluded\":1}"
            })
    void shouldRefuseTheBlock(String body) {
        assertThrows(MalformedRequest.class, () -> block(body));
    }

    @Test
    void shouldBoundTheReasonOfABlock() throws Exception {
        block("{\"reason\":\"" + "r".repeat(256) + "\"}");

        assertThrows(MalformedRequest.class, () -> block("{\"reason\":\"" + "r".repeat(257) + "\"}"));
    }

    @Test
    void shouldSetTheWholeSetOfLimits() throws Exception {
        Map<LimitSlot, Long> expected = Map.of(LimitSlot.STAKE, 100L, LimitSlot.LOSS_WEEK, 0L);

        assertEquals(expected, limits(limit("loss", "week", "0") + "," + limit("stake", "transaction", "0100")));
        assertEquals(Map.of(), limits(""));
    }

    @Test
    void shouldRefuseLimitsThatContradict() {
        List<String> wrong = List.of(
                limit("stake", "day", "1"),
                limit("wager", "transaction", "1"),
                limit("loss", "year", "1"),
                limit("bet", "day", "1"),
                limit("wager", "day", "-1"),
                limit("wager", "day", ""),
                limit("wager", "day", "1").replace("\"1\"", "1"),
                limit("wager", "day", "1") + "," + limit("wager", "day", "2"),
                limit("wager", "day", "1").replace("window", "w"));

        for (String limits : wrong) {
            assertThrows(MalformedRequest.class, () -> limits(limits), limits);
        }
        assertThrows(MalformedRequest.class, () -> new SetLimits().ask(Calls.call("p", "{}")));
    }

    @Test
    void shouldNameASessionByItsBits() throws Exception {
        Call call = Calls.path(SessionId.format(5, -6));

        new CloseSession().ask(call);

        Request request = call.request();
        int session = SessionCommand.sessionOffset(request.itemsOffset());
        assertEquals(5, Bits128.high(request.frame(), session));
        assertEquals(-6, Bits128.low(request.frame(), session));
    }

    @Test
    void shouldKnowWithoutTheLedgerThatASessionIsNotOurs() throws Exception {
        Call call = Calls.path("theirs");

        new CloseSession().ask(call);

        assertTrue(Exchanges.body(call.exchange()).contains("\"session_not_found\""));
        assertThrows(MalformedRequest.class, () -> new CloseSession().ask(Calls.path("s".repeat(257))));
    }

    @Test
    void shouldLookInTheIdSpaceOfEveryPlatformInOrder() throws Exception {
        Call call = Calls.path("t%2F1");

        new FindTransaction(() -> List.of("alpha", "beta")).ask(call);

        Request request = call.request();
        assertEquals(2, request.items());
        IdHasher beta = Calls.hasher("beta").hash(IdSpace.TRANSACTION, "t/1");
        int second = request.itemsOffset() + LookupCommand.BYTES;
        assertEquals(beta.high(), Bits128.high(request.frame(), LookupCommand.idHashOffset(second)));
        assertEquals(beta.low(), Bits128.low(request.frame(), LookupCommand.idHashOffset(second)));
    }

    @Test
    void shouldFindNoTransactionWhenThereIsNoPlatform() throws Exception {
        Call call = Calls.path("t");

        new FindTransaction(List::of).ask(call);

        assertTrue(Exchanges.body(call.exchange()).contains("\"transaction_not_found\""));
    }

    private Block block(String body) throws MalformedRequest {
        Call call = Calls.call("p", body);
        new BlockPlayer().ask(call);
        return PlayerCommand.block(call.frame(), call.request().itemsOffset());
    }

    private Map<LimitSlot, Long> limits(String limits) throws MalformedRequest {
        Call call = Calls.call("p", "{\"limits\":[" + limits + "]}");
        new SetLimits().ask(call);
        return PlayerCommand.limits(call.frame(), call.request().itemsOffset());
    }

    private static String limit(String kind, String window, String amount) {
        return "{\"kind\":\"" + kind + "\",\"window\":\"" + window + "\",\"amount\":\"" + amount + "\"}";
    }
}

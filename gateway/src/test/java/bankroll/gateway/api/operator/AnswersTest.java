package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.http.Exchanges;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import bankroll.protocol.Amounts;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.Player.Limit;
import bankroll.protocol.Answer.Player.Pending;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Block;
import bankroll.protocol.Profile;
import bankroll.protocol.TransactionType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final long NOON_MS =
            Instant.parse("2026-03-01T12:00:00.125Z").toEpochMilli();

    @Test
    void shouldAnswerTransfersInOrderWithWhatIsKnown() {
        Call call = decided(CommandType.TRANSFERS, Outcome.OK, Outcome.PLAYER_NOT_FOUND, Outcome.INSUFFICIENT_FUNDS);
        BookTransfers operation = new BookTransfers();
        operation.answerWith(call, List.of("t1", "t\"2", "t3"));
        Request request = call.request();
        change(request, 0, record -> record.balance(Amounts.MAX).time(NOON_MS));
        change(request, 2, record -> record.balance(0));

        assertEquals(
                "{\"results\":["
                        + "{\"transfer_id\":\"t1\",\"status\":\"ok\",\"balance\":\"9999999999999999999\","
                        + "\"processed_at\":\"2026-03-01T12:00:00.125Z\"},"
                        + "{\"transfer_id\":\"t\\\"2\",\"status\":\"player_not_found\"},"
                        + "{\"transfer_id\":\"t3\",\"status\":\"insufficient_funds\",\"balance\":\"0\"}]}",
                answer(operation, call));
    }

    @Test
    void shouldGiveACodeOnlyWhereOneWasMinted() {
        Call call = decided(CommandType.LAUNCH_CODES, Outcome.PLAYER_BLOCKED, Outcome.OK);
        MintLaunchCodes operation = new MintLaunchCodes(300_000);
        operation.answerWith(call, List.of(code("p1", "never-shown"), code("p2", "code")));
        change(call.request(), 1, record -> record.time(NOON_MS));

        assertEquals(
                "{\"results\":[{\"player_id\":\"p1\",\"status\":\"player_blocked\"},"
                        + "{\"player_id\":\"p2\",\"status\":\"ok\",\"launch_code\":\"code\","
                        + "\"expires_at\":\"2026-03-01T12:00:00.125Z\"}]}",
                answer(operation, call));
    }

    @Test
    void shouldAnswerPlayersWithTheirStatus() {
        Call call = decided(CommandType.PLAYERS, Outcome.CREATED, Outcome.EXISTS, Outcome.DUPLICATE_MISMATCH);
        OpenPlayers operation = new OpenPlayers();
        operation.answerWith(call, List.of("a", "b", "c"));

        assertEquals(
                "{\"results\":[{\"player_id\":\"a\",\"status\":\"created\"},{\"player_id\":\"b\",\"status\":\"exists\"},"
                        + "{\"player_id\":\"c\",\"status\":\"duplicate_mismatch\"}]}",
                answer(operation, call));
    }

    @Test
    void shouldTellOutcomesThatRefuseAWholeCall() {
        Operation one = PlayerOperation.show();

        assertNull(one.problem(Outcome.OK));
        assertEquals(Problem.PLAYER_NOT_FOUND, one.problem(Outcome.PLAYER_NOT_FOUND));
        assertEquals(Problem.CONFLICT, one.problem(Outcome.CONFLICT));
        assertEquals(Problem.MALFORMED_REQUEST, one.problem(Outcome.MALFORMED));
        assertEquals(Problem.SESSION_NOT_FOUND, one.problem(Outcome.SESSION_NOT_FOUND));
        assertEquals(Problem.TRANSACTION_NOT_FOUND, one.problem(Outcome.TRANSACTION_NOT_FOUND));
        assertEquals(Problem.UNAVAILABLE, one.problem(Outcome.UNAVAILABLE));
        assertEquals(Problem.INTERNAL, one.problem(Outcome.CREATED));
        assertNull(new BookTransfers().problem(Outcome.PLAYER_NOT_FOUND));
        assertEquals(Problem.MALFORMED_REQUEST, new MintLaunchCodes(300_000).problem(Outcome.MALFORMED));
        assertEquals(Problem.UNAVAILABLE, new OpenPlayers().problem(Outcome.UNAVAILABLE));
    }

    @Test
    void shouldAnswerAPlayerWithAllThatIsSet() {
        Profile profile = new Profile("p", "Zoë", "https://example.org/a", "de-AT", "AT");
        List<Limit> limits = List.of(
                new Limit(LimitSlot.STAKE, 5, "0", null),
                new Limit(LimitSlot.LOSS_DAY, 7, "-12", new Pending(false, 9, NOON_MS)),
                new Limit(LimitSlot.WAGER_WEEK, 8, "3", new Pending(true, 0, NOON_MS)));
        Answer.Player player =
                new Answer.Player(profile, "EUR", -1, new Block("asked", NOON_MS, true), limits, 2, NOON_MS);

        assertEquals(
                "{\"player_id\":\"p\",\"currency\":\"EUR\",\"balance\":\"18446744073709551615\",\"display_name\":\"Zoë\","
                        + "\"avatar_url\":\"https://example.org/a\",\"language\":\"de-AT\",\"country\":\"AT\","
                        + "\"blocked\":{\"reason\":\"asked\",\"until\":\"2026-03-01T12:00:00.125Z\",\"self_excluded\":true},"
                        + "\"limits\":[{\"kind\":\"stake\",\"window\":\"transaction\",\"amount\":\"5\",\"used\":\"0\"},"
                        + "{\"kind\":\"loss\",\"window\":\"day\",\"amount\":\"7\",\"used\":\"-12\","
                        + "\"pending\":{\"amount\":\"9\",\"effective_at\":\"2026-03-01T12:00:00.125Z\"}},"
                        + "{\"kind\":\"wager\",\"window\":\"week\",\"amount\":\"8\",\"used\":\"3\","
                        + "\"pending\":{\"effective_at\":\"2026-03-01T12:00:00.125Z\"}}],"
                        + "\"open_sessions\":2,\"created_at\":\"2026-03-01T12:00:00.125Z\"}",
                json(out -> PlayerOperation.player(player, out)));
    }

    @Test
    void shouldLeaveOutWhatAPlayerLacks() {
        Answer.Player plain =
                new Answer.Player(new Profile("p", null, null, null, null), "EUR", 0, null, List.of(), 0, NOON_MS);
        Answer.Player blocked = new Answer.Player(
                plain.profile(), "EUR", 0, new Block("fraud", PlayerCommand.FOR_EVER, false), List.of(), 0, NOON_MS);

        assertEquals(
                "{\"player_id\":\"p\",\"currency\":\"EUR\",\"balance\":\"0\",\"limits\":[],\"open_sessions\":0,"
                        + "\"created_at\":\"2026-03-01T12:00:00.125Z\"}",
                json(out -> PlayerOperation.player(plain, out)));
        assertEquals(
                "{\"player_id\":\"p\",\"currency\":\"EUR\",\"balance\":\"0\","
                        + "\"blocked\":{\"reason\":\"fraud\",\"self_excluded\":false},\"limits\":[],\"open_sessions\":0,"
                        + "\"created_at\":\"2026-03-01T12:00:00.125Z\"}",
                json(out -> PlayerOperation.player(blocked, out)));
    }

    @Test
    void shouldAnswerOpenSessions() {
        Answer.Sessions answer = new Answer.Sessions(List.of(
                new Answer.Sessions.Session(0, 1, "g", "203.0.113.9", NOON_MS, NOON_MS, NOON_MS, 3),
                new Answer.Sessions.Session(0, 2, "g", null, NOON_MS, NOON_MS, NOON_MS, 4)));

        String times = "\"created_at\":\"2026-03-01T12:00:00.125Z\",\"last_used_at\":\"2026-03-01T12:00:00.125Z\","
                + "\"expires_at\":\"2026-03-01T12:00:00.125Z\"}";
        assertEquals(
                "{\"sessions\":[{\"session_id\":\"AAAAAAAAAAAAAAAAAAAAAE\",\"game_id\":\"g\",\"client_ip\":\"203.0.113.9\","
                        + times + ",{\"session_id\":\"AAAAAAAAAAAAAAAAAAAAAI\",\"game_id\":\"g\"," + times + "]}",
                json(out -> PlayerOperation.sessions(answer, out)));
    }

    @Test
    void shouldAnswerATransactionWithDetailsAsTheyCame() {
        Answer.Lookup.Texts texts =
                new Answer.Lookup.Texts("t", "p", "s", "EUR", "g", "r", "m", "ref", "2026-03-01t12:00:00z");
        String details = "{ \"bet\" : 1.50, \"n\":\"Zoë\\u00e9\" }";
        Answer.Lookup answer = new Answer.Lookup(
                TransactionType.DEBIT,
                Outcome.OK,
                5,
                7,
                true,
                true,
                NOON_MS,
                42,
                texts,
                details,
                List.of("rb"),
                List.of("c1", "c2"));

        assertEquals(
                "{\"transaction_id\":\"t\",\"type\":\"debit\",\"status\":\"ok\",\"amount\":\"5\",\"balance\":\"7\","
                        + "\"rolled_back\":true,\"processed_at\":\"2026-03-01T12:00:00.125Z\",\"player_id\":\"p\","
                        + "\"currency\":\"EUR\",\"game_id\":\"g\",\"round_id\":\"r\",\"room_id\":\"m\",\"session_id\":\"s\","
                        + "\"reference_transaction_id\":\"ref\",\"created_at\":\"2026-03-01t12:00:00z\",\"details\":"
                        + details + ",\"rolled_back_by\":[\"rb\"],\"credited_by\":[\"c1\",\"c2\"],\"sequence\":42}",
                json(out -> FindTransaction.transaction(answer, out)));
    }

    @Test
    void shouldLeaveOutWhatATransactionLacks() {
        Answer.Lookup.Texts texts = new Answer.Lookup.Texts("t", "p", null, null, "g", null, null, null, null);
        Answer.Lookup answer = new Answer.Lookup(
                TransactionType.CREDIT,
                Outcome.REFERENCE_NOT_FOUND,
                5,
                0,
                false,
                false,
                NOON_MS,
                42,
                texts,
                null,
                List.of(),
                List.of());

        assertEquals(
                "{\"transaction_id\":\"t\",\"type\":\"credit\",\"status\":\"reference_not_found\",\"amount\":\"5\","
                        + "\"rolled_back\":false,\"processed_at\":\"2026-03-01T12:00:00.125Z\",\"player_id\":\"p\","
                        + "\"game_id\":\"g\",\"sequence\":42}",
                json(out -> FindTransaction.transaction(answer, out)));
    }

    @Test
    void shouldAnswerTheTrialBalance() {
        Answer.TrialBalance answer = new Answer.TrialBalance(
                7, List.of(new Answer.TrialBalance.Line("EUR", "99999999999999999999", "-1", "-98", "0", "0")));

        assertEquals(
                "{\"sequence\":7,\"currencies\":[{\"currency\":\"EUR\",\"players\":\"99999999999999999999\",\"house\":\"-1\","
                        + "\"cash\":\"-98\",\"adjustments\":\"0\",\"sum\":\"0\"}]}",
                json(out -> TrialBalance.books(answer, out)));
        assertEquals(
                "{\"sequence\":0,\"currencies\":[]}",
                json(out -> TrialBalance.books(new Answer.TrialBalance(0, List.of()), out)));
    }

    private static Call decided(CommandType type, Outcome... outcomes) {
        Call call = Calls.path("");
        call.end(call.start(type, outcomes.length));
        for (int i = 0; i < outcomes.length; i++) {
            OutcomeRecord.start(call.frame(), call.request().outcomeOffset(i), outcomes[i], Effect.of(0), Anomaly.NONE);
        }
        return call;
    }

    private static void change(Request request, int item, UnaryOperator<OutcomeRecord> change) {
        OutcomeRecord record = new OutcomeRecord().read(request.frame(), request.outcomeOffset(item));
        change.apply(record).write(request.frame(), request.outcomeOffset(item));
    }

    private static LaunchCode code(String playerId, String code) {
        return new LaunchCode(code, playerId, null, null, 1, false);
    }

    private static String answer(Operation operation, Call call) {
        operation.answer(call);
        assertEquals(200, Exchanges.status(call.exchange()));
        return Exchanges.body(call.exchange());
    }

    private static String json(Json.Content members) {
        ByteBuf out = Unpooled.buffer();
        Json.write(out, members);
        return out.toString(StandardCharsets.UTF_8);
    }
}

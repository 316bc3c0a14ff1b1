package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §4.3 and §4.4, decisions §4: reading. */
class BalanceAndLookupContractTest extends ContractTest {

    @Test
    void shouldAnswerBalanceAndCurrency() {
        TestPlayer player = service.player("77", "SEK");
        Answer answer = wallet.balance(player.id()).shouldBeOk();
        assertEquals("77", answer.member("balance"));
        assertEquals("SEK", answer.member("currency"));
    }

    @Test
    void shouldNotFindUnknownPlayer() {
        wallet.balance(Fresh.id("nobody")).shouldBeProblem(404, "player_not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "null", "\"unknown\"", "\"%s\""})
    void shouldAnswerTheSameWhateverTheSession(String session) {
        TestPlayer player = player("5");
        String body = "{\"player_id\":\"" + player.id() + "\",\"session_id\":" + session.replace("%s", player.session())
                + "}";
        assertEquals(
                "5",
                wallet.send(Call.post("/players/balance", body)).shouldBeOk().member("balance"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"player_id\":null}",
                "{\"player_id\":\"\"}",
                "{\"player_id\":5}",
                "{\"player_id\":[\"p\"]}",
                "{\"player_id\":\"p\",\"session_id\":5}",
                "{\"player_id\":\"p\",\"session_id\":{}}",
                "{\"player_id\":\"p\",\"session_id\":\"a\\nb\"}"
            })
    void shouldRefuseMalformedRequest(String body) {
        wallet.send(Call.post("/players/balance", body)).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ß", "😀"})
    void shouldCountLengthsInCodePoints(String one) {
        wallet.balance(one.repeat(64)).shouldBeProblem(404, "player_not_found");
        wallet.balance(one.repeat(65)).shouldBeMalformed();
        String body = "{\"player_id\":\"nobody\",\"session_id\":\"";
        wallet.send(Call.post("/players/balance", body + one.repeat(256) + "\"}"))
                .shouldBeProblem(404, "player_not_found");
        wallet.send(Call.post("/players/balance", body + one.repeat(257) + "\"}"))
                .shouldBeMalformed();
    }

    @Test
    void shouldLookUpABookedDebitWithTheBalanceAfterIt() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        Result result = book(debit);
        book(player.debit("1"));
        Answer record = wallet.lookUp(debit.id()).shouldBeOk();
        shouldRecord(record, "debit", "ok", "30", "70", false);
        assertEquals(debit.id(), record.member("transaction_id"));
        assertEquals(result.processedAt(), record.member("processed_at"));
    }

    @Test
    void shouldLookUpABookedCredit() {
        TestPlayer player = player("100");
        Item credit = player.credit("30");
        book(credit);
        shouldRecord(wallet.lookUp(credit.id()), "credit", "ok", "30", "130", false);
    }

    @Test
    void shouldShowThatADebitWasReversedAndWhatTheRollbackReturned() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        Item rollback = player.rollback(debit).amount("999");
        Item second = player.rollback(debit);
        book(debit);
        book(rollback);
        book(second);
        shouldRecord(wallet.lookUp(debit.id()), "debit", "ok", "30", "70", true);
        shouldRecord(wallet.lookUp(rollback.id()), "rollback", "ok", "30", "100", false);
        shouldRecord(wallet.lookUp(second.id()), "rollback", "ok", "0", "100", false);
    }

    @Test
    void shouldLookUpADebitThatCameAfterItsRollback() {
        TestPlayer player = player("100");
        Item debit = player.debit("30");
        book(player.rollback(debit));
        book(debit).shouldBe("rolled_back", "100");
        shouldRecord(wallet.lookUp(debit.id()), "debit", "rolled_back", "30", "100", true);
    }

    @Test
    void shouldLookUpRefusedTransactionsWithTheBalanceAtThatTime() {
        TestPlayer player = player("100");
        Item tooMuch = player.debit("101");
        Item badSession = player.in("unknown").debit("1");
        Item unpaid = player.credit("5").reference(Fresh.id("never"));
        wallet.book(java.util.List.of(tooMuch, badSession, unpaid));
        book(player.credit("50"));
        shouldRecord(wallet.lookUp(tooMuch.id()), "debit", "insufficient_funds", "101", "100", false);
        shouldRecord(wallet.lookUp(badSession.id()), "debit", "session_invalid", "1", "100", false);
        shouldRecord(wallet.lookUp(unpaid.id()), "credit", "reference_not_found", "5", "100", false);
    }

    @Test
    void shouldLookUpATransactionOfAnUnknownPlayerWithoutABalance() {
        Item debit = new TestPlayer(Fresh.id("nobody"), "EUR", "s").debit("1");
        book(debit).shouldBe("session_invalid", null);
        Answer record = wallet.lookUp(debit.id()).shouldBeOk();
        assertEquals("session_invalid", record.member("status"));
        assertFalse(record.json().has("balance"));
    }

    @Test
    void shouldKeepTheFirstOutcomeOfARefusedDebitThatARollbackTargetsLater() {
        TestPlayer player = player("100");
        Item debit = player.debit("101");
        book(debit).shouldBe("insufficient_funds");
        book(player.rollback(debit)).shouldBe("ok", "100");
        book(debit).shouldBe("rolled_back", "100");
        shouldRecord(wallet.lookUp(debit.id()), "debit", "insufficient_funds", "101", "100", false);
    }

    @Test
    void shouldShowTheLatestDecisionOfACreditThatIsDecidedAnew() {
        TestPlayer player = player("100");
        Item debit = player.debit("10");
        Item credit = player.credit("25", debit);
        Result refused = book(credit).shouldBe("reference_not_found", "100");
        shouldRecord(wallet.lookUp(credit.id()), "credit", "reference_not_found", "25", "100", false);
        book(debit);
        Result booked = book(credit).shouldBe("ok", "115");
        Answer record = wallet.lookUp(credit.id());
        shouldRecord(record, "credit", "ok", "25", "115", false);
        assertEquals(booked.processedAt(), record.member("processed_at"));
        assertEquals(true, refused.processedAt().compareTo(booked.processedAt()) <= 0);
    }

    @Test
    void shouldNotFindWhatWasNeverReceivedOrOnlyInARefusedBatchOrOnlyAsTarget() {
        TestPlayer player = player("100");
        wallet.lookUp(Fresh.id("never")).shouldBeProblem(404, "transaction_not_found");
        Item good = player.debit("1");
        wallet.transactions(good, player.debit("-1")).shouldBeMalformed();
        wallet.lookUp(good.id()).shouldBeProblem(404, "transaction_not_found");
        String target = Fresh.id("t");
        book(player.rollback(target)).shouldBe("ok", "100");
        wallet.lookUp(target).shouldBeProblem(404, "transaction_not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%", "%4", "a%2", "%%20", "%ff", "%c0%80", "%ed%a0%80", "a%00b", "%0a", "%7f"})
    void shouldRefuseBadEscapes(String segment) {
        wallet.sendRaw(Call.get("/transactions/" + segment)).shouldBeMalformed();
    }

    @ParameterizedTest
    @CsvSource({
        "a%20b, 'a b'",
        "a+b, a+b",
        "a%2Bb, a+b",
        "a%2Fb, a/b",
        "a%252Fb, a%2Fb",
        "%C3%A9, é",
        "%f0%9f%98%80, 😀",
        "a%3Fb, a?b",
        "a;b=c, a;b=c"
    })
    void shouldDecodePercentEscapesOnce(String segment, String suffix) {
        TestPlayer player = player("100");
        Item debit = player.debit("1").id(player.id() + suffix);
        book(debit).shouldBe("ok");
        assertEquals(
                debit.id(),
                wallet.sendRaw(Call.get("/transactions/" + player.id() + segment))
                        .shouldBeOk()
                        .member("transaction_id"));
    }

    @Test
    void shouldBoundTheIdInThePathToItsCodePoints() {
        wallet.lookUp("x".repeat(128)).shouldBeProblem(404, "transaction_not_found");
        wallet.lookUp("😀".repeat(128)).shouldBeProblem(404, "transaction_not_found");
        wallet.lookUp("x".repeat(129)).shouldBeMalformed();
        wallet.lookUp("😀".repeat(129)).shouldBeMalformed();
    }

    @Test
    void shouldNotFindTheEmptyId() {
        wallet.send(Call.get("/transactions/")).shouldBeProblem(404, "not_found");
    }

    private static void shouldRecord(
            Answer record, String type, String status, String amount, String balance, boolean rolledBack) {
        record.shouldBeOk();
        assertEquals(type, record.member("type"));
        assertEquals(status, record.member("status"));
        assertEquals(amount, record.member("amount"));
        assertEquals(balance, record.member("balance"));
        assertEquals(Boolean.toString(rolledBack), record.member("rolled_back"));
    }
}

package bankroll.gateway.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.contract.kit.FaultyEndpoint;
import bankroll.gateway.contract.kit.FaultyEndpoint.Fault;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A run against this service keeps every rule; against an endpoint with a fault it names the rule that the fault breaks. */
@NeedsOwnService
class ConformanceTest {
    private static final ServiceUnderTest SERVICE = ServiceUnderTest.start(new ServiceSettings());

    // the command signs by the machine's clock
    static {
        SERVICE.clock().pass(Duration.between(SERVICE.clock().now(), Instant.now()));
    }

    private final Operator operator = SERVICE.operator();
    private final List<String> told = new ArrayList<>();

    @AfterAll
    static void close() {
        SERVICE.close();
    }

    private String launchCode(String player, String balance) {
        operator.create(Map.of("player_id", player, "currency", "EUR"));
        operator.transfer(Map.of(
                "transfer_id", player, "player_id", player, "type", "deposit", "amount", balance, "currency", "EUR"));
        return operator.launchCode(player);
    }

    private ConformanceReport check(String url, String launchCode) {
        ServiceClient client = ServiceClient.platform(url, Trust.ofJava(), ServiceSettings.ALPHA);
        return new Conformance(client, "conformance-check", told::add).check(launchCode);
    }

    private String url() {
        return SERVICE.wallet().endpoint().base().toString();
    }

    @Test
    void shouldFindEveryRuleKeptByThisServiceAndLeaveTheBalance() {
        ConformanceReport report = check(url(), launchCode("anna", "1000"));

        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        assertEquals(List.of(), report.broken(), text::toString);
        assertTrue(report.isKept(true));
        assertTrue(text.toString().contains("verdict    conforms\n"), text::toString);
        assertTrue(told.get(0).contains("anna has 1000 EUR"), told::toString);
        assertEquals("1000", SERVICE.wallet().balanceOf("anna"));
        assertEquals("0", operator.trialBalance("EUR").path("house").asString());
        shouldTellMachines(Json.read(report.json(true)));
    }

    private static void shouldTellMachines(JsonNode report) {
        assertTrue(report.path("conforms").asBoolean());
        assertTrue(report.path("sums_to_zero").asBoolean());
        assertEquals(Rule.values().length, report.path("rules").size());
        List<String> notKept = report.path("rules")
                .valueStream()
                .filter(rule -> !rule.path("result").asString().equals("kept"))
                .map(rule -> rule.path("rule").asString())
                .toList();
        // nobody limits the rate here
        assertEquals(List.of("waiting"), notKept);
        assertTrue(report.path("bookings").size() > 510);
        String id = report.at("/bookings/0/transaction_id").asString();
        SERVICE.wallet().lookUp(id).shouldBeOk();
    }

    @Test
    void shouldNameTheRulesThatAnotherEndpointBreaks() throws Exception {
        Fault fault = Fault.answering(ConformanceTest::wrong);
        ConformanceReport report = checkBehind(fault, "brenda");

        assertFalse(report.isKept(false));
        assertEquals(
                List.of(
                        "OTHER_CONTENT",
                        "FUNDS",
                        "CREDIT_UNKNOWN",
                        "CREDIT_ROLLED_BACK",
                        "DEBIT_AFTER_ROLLBACK",
                        "ORDER",
                        "ALL_FAIL",
                        "WHOLE_BATCH",
                        "LOOKUP_ROLLED_BACK",
                        "LOOKUP_UNKNOWN",
                        "PROBLEMS",
                        "STATUS_NUMBERS",
                        "RESULT_BALANCE"),
                report.broken());
    }

    /** Answers as other implementations are likely to have them. */
    private static String wrong(String asked, String answer) {
        return answer.replace("duplicate_mismatch", "ok")
                .replace("\"reference_not_found\"", "\"ok\"")
                .replace("\"status\":\"rolled_back\"", "\"status\":\"ok\"")
                .replace("\"rolled_back\":true", "\"rolled_back\":false")
                .replaceAll("\"insufficient_funds\",\"balance\":\"\\d+\"", "\"insufficient_funds\"")
                .replaceAll("\"title\":\"The player is not known\",", "")
                .replace("transaction_not_found", "unknown");
    }

    @Test
    void shouldSeeThatAnySignatureIsTaken() throws Exception {
        ConformanceReport report = checkBehind(Fault.signingAnything(), "carla");

        assertEquals(
                List.of(
                        "EVERY_OPERATION_SIGNED",
                        "OTHER_KEY",
                        "OTHER_BODY",
                        "MISSING_HEADERS",
                        "STALE",
                        "SIGNATURE_BEFORE_BODY"),
                report.broken().stream().limit(6).toList());
    }

    private ConformanceReport checkBehind(Fault fault, String player) throws Exception {
        String code = launchCode(player, "1000");
        try (FaultyEndpoint endpoint = FaultyEndpoint.before(SERVICE.wallet(), fault)) {
            ConformanceReport report = check(endpoint.url(), code);
            assertEquals("1000", SERVICE.wallet().balanceOf(player));
            return report;
        }
    }

    @Test
    void shouldTakeAnotherAnswerForConformingWhereTheInterfaceLeavesItOpen() throws Exception {
        Fault fault = Fault.answering((asked, answer) -> answer.replace("session_invalid", "player_blocked"));
        ConformanceReport report = checkBehind(fault, "dora");

        assertEquals(List.of("UNKNOWN_SESSION", "OTHER_CURRENCY"), report.broken());
        assertTrue(report.isKept(false));
        assertFalse(report.isKept(true));
    }

    @Test
    void shouldAskForAPlayerWhoCanBeIdentifiedAndHasFunds() {
        ConditionException nobody = assertThrows(ConditionException.class, () -> check(url(), "no-code"));
        assertEquals(ExitCode.WRONG, ConditionException.exitCodeOf(nobody));
        String poor = launchCode("poor", "19");
        ConditionException tooPoor = assertThrows(ConditionException.class, () -> check(url(), poor));
        assertEquals(ExitCode.USAGE, ConditionException.exitCodeOf(tooPoor));
        assertTrue(tooPoor.getMessage().contains("20 are needed"), tooPoor::getMessage);
        assertEquals("19", SERVICE.wallet().balanceOf("poor"));
    }
}

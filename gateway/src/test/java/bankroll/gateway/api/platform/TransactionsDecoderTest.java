package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.json.MalformedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionsDecoderTest {
    private final TransactionsDecoder decoder = new TransactionsDecoder();

    /** A good item as raw JSON by member. */
    private static Map<String, String> item(String type) {
        Map<String, String> item = new LinkedHashMap<>();
        item.put("transaction_id", "\"t-1\"");
        item.put("type", '"' + type + '"');
        item.put("player_id", "\"p-1\"");
        item.put("game_id", "\"g-1\"");
        if (type.equals("rollback")) {
            item.put("reference_transaction_id", "\"t-0\"");
        } else {
            item.put("amount", "\"100\"");
            item.put("currency", "\"EUR\"");
        }
        if (type.equals("debit")) {
            item.put("session_id", "\"s-1\"");
        }
        return item;
    }

    private static Map<String, String> with(String type, String member, String value) {
        Map<String, String> item = item(type);
        item.put(member, value);
        return item;
    }

    private static Map<String, String> without(String type, String member) {
        Map<String, String> item = item(type);
        item.remove(member);
        return item;
    }

    private static String json(Map<String, String> item) {
        return item.entrySet().stream()
                .map(member -> '"' + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String batch(String... items) {
        return "{\"transactions\":[" + String.join(",", items) + "]}";
    }

    private List<Map<String, String>> decode(String body) throws MalformedRequest {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return DecodedBatch.of(decoder, bytes, bytes.length);
    }

    private Map<String, String> decodeOne(Map<String, String> item) throws MalformedRequest {
        return decode(batch(json(item))).get(0);
    }

    private String fault(String body) {
        return assertThrows(MalformedRequest.class, () -> decode(body), body).getMessage();
    }

    private String fault(Map<String, String> item) {
        return fault(batch(json(item)));
    }

    @Test
    void shouldDecodeEveryFieldInAnyOrder() throws Exception {
        Map<String, String> item = item("debit");
        item.put("round_id", "\"r-1\"");
        item.put("room_id", "\"room\"");
        item.put("reference_transaction_id", "\"other\"");
        item.put("created_at", "\"2026-01-02T03:04:05.678Z\"");
        item.put("details", "{ \"bet\" : [1, 2.50, \"\\u00e9\"] }");
        List<Map.Entry<String, String>> members = new ArrayList<>(item.entrySet());
        for (int turn = 0; turn < members.size(); turn++) {
            Collections.rotate(members, 1);
            Map<String, String> turned = new LinkedHashMap<>();
            members.forEach(member -> turned.put(member.getKey(), member.getValue()));
            Map<String, String> decoded = decodeOne(turned);
            assertEquals("debit", decoded.get("type"));
            assertEquals("100", decoded.get("amount"));
            assertEquals("t-1", decoded.get("transaction_id"));
            assertEquals("p-1", decoded.get("player_id"));
            assertEquals("s-1", decoded.get("session_id"));
            assertEquals("EUR", decoded.get("currency"));
            assertEquals("g-1", decoded.get("game_id"));
            assertEquals("r-1", decoded.get("round_id"));
            assertEquals("room", decoded.get("room_id"));
            assertEquals("other", decoded.get("reference_transaction_id"));
            assertEquals("2026-01-02T03:04:05.678Z", decoded.get("created_at"));
            assertEquals("{ \"bet\" : [1, 2.50, \"\\u00e9\"] }", decoded.get("details"));
        }
    }

    @Test
    void shouldDecodeEveryTypeInRequestOrder() throws Exception {
        String body = batch(json(item("rollback")), json(item("credit")), json(item("debit")), json(item("credit")));
        List<String> types = decode(body).stream().map(item -> item.get("type")).toList();
        assertEquals(List.of("rollback", "credit", "debit", "credit"), types);
    }

    @Test
    void shouldIgnoreUnknownMembersAnywhere() throws Exception {
        String item = json(with("credit", "unknown", "{\"a\":[{}, 1e400, -0.5, true, null, \"x\"]}"));
        assertEquals(
                1,
                decode("{\"x\":[[{}]],\"transactions\":[" + item + "],\"y\":null}")
                        .size());
    }

    @ParameterizedTest
    @CsvSource({
        "debit,transaction_id",
        "debit,type",
        "debit,player_id",
        "debit,session_id",
        "debit,amount",
        "debit,currency",
        "debit,game_id",
        "credit,transaction_id",
        "credit,amount",
        "credit,currency",
        "credit,game_id",
        "rollback,reference_transaction_id",
        "rollback,player_id",
        "rollback,game_id"
    })
    void shouldRefuseAMissingOrNullMember(String type, String member) {
        assertTrue(fault(without(type, member)).contains(member + " is missing"));
        assertTrue(fault(with(type, member, "null")).contains(member + " is missing"));
    }

    @ParameterizedTest
    @CsvSource({
        "credit,session_id",
        "credit,reference_transaction_id",
        "credit,round_id",
        "credit,room_id",
        "credit,created_at",
        "credit,details",
        "rollback,amount",
        "rollback,currency",
        "rollback,session_id"
    })
    void shouldTakeNullAndAbsenceOfAnOptionalMemberAlike(String type, String member) throws Exception {
        assertEquals(decodeOne(without(type, member)), decodeOne(with(type, member, "null")));
    }

    @ParameterizedTest
    @CsvSource({
        "debit,transaction_id",
        "debit,player_id",
        "debit,currency",
        "debit,game_id",
        "credit,currency",
        "rollback,reference_transaction_id",
        "debit,type",
        "debit,amount",
        "rollback,amount",
        "debit,created_at"
    })
    void shouldRefuseAnEmptyRequiredString(String type, String member) {
        fault(with(type, member, "\"\""));
    }

    @ParameterizedTest
    @CsvSource({
        "debit,reference_transaction_id",
        "debit,round_id",
        "debit,room_id",
        "credit,session_id",
        "credit,reference_transaction_id",
        "rollback,currency"
    })
    void shouldTakeAnEmptyOptionalStringAsAbsent(String type, String member) throws Exception {
        assertEquals(decodeOne(without(type, member)), decodeOne(with(type, member, "\"\"")));
    }

    @Test
    void shouldTakeAnEmptySessionOfADebitAsAnUnknownOne() throws Exception {
        assertFalse(decodeOne(with("debit", "session_id", "\"\"")).containsKey("session_id"));
    }

    @ParameterizedTest
    @CsvSource({
        "transaction_id,128",
        "player_id,64",
        "session_id,256",
        "currency,16",
        "game_id,256",
        "round_id,256",
        "room_id,256",
        "reference_transaction_id,128"
    })
    void shouldCountLengthsInCodePoints(String member, int most) throws Exception {
        for (String character : List.of("x", "é", "€", "😀", "\\ud83d\\ude00", "\\u20ac")) {
            String longest = '"' + character.repeat(most) + '"';
            decodeOne(with("debit", member, longest));
            assertTrue(fault(with("debit", member, '"' + character.repeat(most + 1) + '"'))
                    .contains(member + " must be at most " + most));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transaction_id",
                "player_id",
                "session_id",
                "currency",
                "game_id",
                "round_id",
                "room_id",
                "reference_transaction_id"
            })
    void shouldRefuseControlCharactersHoweverTheyAreSpelled(String member) {
        for (String control : List.of("\\u0000", "\\n", "\\t", "\\u001f", "\u007f", "\\u007f", "é\\u0001", "é\u007f")) {
            assertTrue(fault(with("debit", member, "\"a" + control + "\"")).contains("control"), control);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transaction_id",
                "type",
                "player_id",
                "session_id",
                "amount",
                "currency",
                "game_id",
                "round_id",
                "room_id",
                "reference_transaction_id",
                "created_at"
            })
    void shouldNotTakeAnotherJsonTypeForAString(String member) {
        for (String value : List.of("1", "1.5", "true", "{}", "[]", "[\"x\"]")) {
            assertTrue(fault(with("debit", member, value)).contains(member + " must be a string"), value);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "00,0",
        "-0,0",
        "-0000000000000000000,0",
        "007,7",
        "9999999999999999999,9999999999999999999",
        "9223372036854775808,9223372036854775808",
        "0000000000000000001,1"
    })
    void shouldTakeTheWholeRangeOfAmounts(String text, String value) throws Exception {
        assertEquals(value, decodeOne(with("debit", "amount", '"' + text + '"')).get("amount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-",
                "+1",
                "1.0",
                "1e3",
                " 1",
                "1 ",
                "0x1",
                "10000000000000000000",
                "00000000000000000000",
                "--1",
                "1-",
                "١",
                "-1",
                "-9999999999999999999",
                "abc"
            })
    void shouldRefuseWhatIsNoAmount(String text) {
        fault(with("debit", "amount", '"' + text + '"'));
        fault(with("credit", "amount", '"' + text + '"'));
    }

    @Test
    void shouldJudgeOnlyTheSyntaxOfARollbacksAmount() throws Exception {
        decodeOne(with("rollback", "amount", "\"5\""));
        decodeOne(with("rollback", "amount", "\"-5\""));
        fault(with("rollback", "amount", "\"five\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Debit", "DEBIT", "debits", "debi", "bet", " debit", "tombstone", "transfer"})
    void shouldKnowExactlyThreeTypes(String type) {
        assertTrue(fault(with("debit", "type", '"' + type + '"')).contains("type must be"));
    }

    @Test
    void shouldRefuseAReferenceToItselfOfAnyType() throws Exception {
        for (String type : List.of("debit", "credit", "rollback")) {
            assertTrue(fault(with(type, "reference_transaction_id", "\"t-1\"")).contains("own id"));
            assertTrue(fault(with(type, "reference_transaction_id", "\"t\\u002d1\""))
                    .contains("own id"));
            decodeOne(with(type, "reference_transaction_id", "\"T-1\""));
        }
    }

    @Test
    void shouldTakeOneTo500Items() throws Exception {
        String item = json(item("credit"));
        assertEquals(1, decode(batch(item)).size());
        assertEquals(
                500,
                decode(batch(Collections.nCopies(500, item).toArray(String[]::new)))
                        .size());
        assertTrue(fault(batch()).contains("at least one"));
        assertTrue(fault(batch(Collections.nCopies(501, item).toArray(String[]::new)))
                .contains("at most 500"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "1",
                "\"x\"",
                "true",
                "{}",
                "{\"transactions\":null}",
                "{\"transactions\":{}}",
                "{\"transactions\":[1]}",
                "{\"transactions\":[null]}",
                "{\"transactions\":[[]]}",
                "{\"Transactions\":[]}",
                "{\"transactions\":[",
                "{\"transactions\"",
                "{",
                "nul"
            })
    void shouldRefuseWhatIsNoBatch(String body) {
        fault(body);
    }

    @Test
    void shouldSayWhichItemIsWrong() {
        String fault = fault(batch(json(item("credit")), json(without("credit", "amount"))));
        assertEquals("transactions[1]: amount is missing", fault);
    }

    @Test
    void shouldKeepDetailsByteForByte() throws Exception {
        for (String details : List.of(
                "{}", "{ }", "{\"a\":1.0e0,\"b\":\"\\u0041\\/\"}", "{\"é\":\"😀\\n\\u0000\",\t\"x\" :\r\n[ ] }")) {
            assertEquals(details, decodeOne(with("debit", "details", details)).get("details"));
        }
    }

    @Test
    void shouldTakeDetailsOf64KiBAndNotAByteMore() throws Exception {
        String empty = "{\"k\":\"\"}";
        for (int size : List.of(65_536, 65_537)) {
            String details = "{\"k\":\"" + "x".repeat(size - empty.length()) + "\"}";
            Map<String, String> item = with("debit", "details", details);
            if (size == 65_536) {
                assertEquals(details, decodeOne(item).get("details"));
            } else {
                assertTrue(fault(item).contains("details must be at most 65536 bytes"));
            }
        }
        String twoBytesEach = "{\"k\":\"" + "é".repeat(32_765) + "\"}";
        fault(with("debit", "details", twoBytesEach));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"{}\"", "1", "true"})
    void shouldTakeOnlyAnObjectAsDetails(String details) {
        assertTrue(fault(with("debit", "details", details)).contains("details must be an object"));
    }

    @Test
    void shouldRefuseADuplicateNameAtAnyDepth() {
        String item = json(item("debit"));
        assertTrue(fault("{\"transactions\":[" + item + "],\"transactions\":[" + item + "]}")
                .contains("twice"));
        assertTrue(fault("{\"x\":1,\"transactions\":[" + item + "],\"x\":1}").contains("twice"));
        String open = item.substring(0, item.length() - 1);
        assertTrue(fault(batch(open + ",\"amount\":\"100\"}")).contains("twice"));
        assertTrue(fault(batch(open + ",\"amoun\\u0074\":\"100\"}")).contains("twice"));
        assertTrue(fault(batch(open + ",\"n\":null,\"n\":null}")).contains("twice"));
        assertTrue(fault(with("debit", "details", "{\"a\":1,\"a\":1}")).contains("twice"));
        assertTrue(fault(with("debit", "details", "{\"a\":[{\"b\":{\"c\":1,\"d\":2,\"\\u0063\":3}}]}"))
                .contains("twice"));
        assertTrue(fault(with("debit", "other", "{\"é\":1,\"\\u00e9\":1}")).contains("twice"));
        String many = java.util.stream.IntStream.range(0, 1000)
                .mapToObj(i -> "\"k" + i + "\":1")
                .collect(Collectors.joining(","));
        assertTrue(fault(with("debit", "details", "{" + many + ",\"k500\":1}")).contains("twice"));
    }

    @Test
    void shouldTakeTheSameNameInDifferentObjects() throws Exception {
        decodeOne(with("debit", "details", "{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}"));
        String many = java.util.stream.IntStream.range(0, 1000)
                .mapToObj(i -> "\"k" + i + "\":{\"k" + i + "\":1}")
                .collect(Collectors.joining(","));
        decodeOne(with("debit", "details", "{" + many + "}"));
    }

    @Test
    void shouldTakeDepth64AndNot65() throws Exception {
        // root 1, array 2, item 3, details 4
        decodeOne(with("debit", "details", "{\"a\":" + "[".repeat(60) + "]".repeat(60) + "}"));
        fault(with("debit", "details", "{\"a\":" + "[".repeat(61) + "]".repeat(61) + "}"));
        decode("{\"x\":" + "[".repeat(63) + "]".repeat(63) + ",\"transactions\":[" + json(item("credit")) + "]}");
        fault("{\"x\":" + "[".repeat(64) + "]".repeat(64) + ",\"transactions\":[" + json(item("credit")) + "]}");
        fault("{\"x\":" + "[".repeat(1_000_000));
    }

    @Test
    void shouldRefuseAnythingBehindTheRoot() throws Exception {
        String body = batch(json(item("credit")));
        decode(body + " \r\n\t");
        for (String tail : List.of("x", "{}", ",", "]", "0", "\u0000", "\ufeff", "//")) {
            fault(body + tail);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "'x'",
                "x",
                "tru",
                "/**/1",
                "\"a\tb\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\"}",
                "\"unfinished"
            })
    void shouldRefuseWhatIsNotStrictJson(String value) {
        fault(with("debit", "unknown", value));
        fault(with("debit", "details", "{\"a\":" + value + "}"));
    }

    @Test
    void shouldTakeNumbersOfAnySizeInDetails() throws Exception {
        String number = "1".repeat(5000) + "." + "2".repeat(5000) + "e-99999999999";
        assertEquals(
                "{\"n\":" + number + "}",
                decodeOne(with("debit", "details", "{\"n\":" + number + "}")).get("details"));
        decodeOne(with("debit", "details", "{\"" + "n".repeat(60_000) + "\":1}"));
        decode("{\"" + "n".repeat(200_000) + "\":\"" + "v".repeat(200_000) + "\",\"transactions\":["
                + json(item("credit")) + "]}");
    }

    @Test
    void shouldForgetTheBatchBefore() throws Exception {
        decodeOne(item("debit"));
        fault(batch(json(item("debit")), json(without("debit", "amount"))));
        fault("{\"transactions\":[{\"details\":{\"a\":{\"b\":[");
        assertEquals(
                Map.of(
                        "type",
                        "rollback",
                        "transaction_id",
                        "t-1",
                        "player_id",
                        "p-1",
                        "game_id",
                        "g-1",
                        "reference_transaction_id",
                        "t-0"),
                decodeOne(item("rollback")));
    }
}

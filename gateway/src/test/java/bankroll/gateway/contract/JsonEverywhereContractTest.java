package bankroll.gateway.contract;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §2: JSON is as strict in every body and at every place of it, whoever reads that place. */
class JsonEverywhereContractTest extends ContractTest {
    private static final String HERE = "<here>";
    private static final TestPlayer NOBODY = new TestPlayer("nobody", "EUR", "none");

    /** A body of each call, with a place for one or more members that nobody asked for. */
    private static Stream<String> bodies() {
        String item = NOBODY.debit("1").json();
        String withMember = item.substring(0, item.length() - 1) + "," + HERE + "}";
        String withDetails =
                NOBODY.credit("1").withRaw("details", "{" + HERE + "}").json();
        String deepDetails = NOBODY.rollback("t-0")
                .withRaw("details", "{\"d\":[[{" + HERE + "}]]}")
                .json();
        return Stream.of(
                "/players/balance {\"player_id\":\"nobody\"," + HERE + "}",
                "/players/balance {" + HERE + ",\"player_id\":\"nobody\"}",
                "/players/authenticate {\"launch_code\":\"x\"," + HERE + ",\"game_id\":\"g\"}",
                "/transactions {" + HERE + ",\"transactions\":[" + item + "]}",
                "/transactions {\"transactions\":[" + item + "]," + HERE + "}",
                "/transactions {\"transactions\":[" + withMember + "]}",
                "/transactions {\"transactions\":[" + withDetails + "]}",
                "/transactions {\"transactions\":[" + deepDetails + "]}",
                "/operator/v1/players/nobody/block {\"reason\":\"r\"," + HERE + "}",
                "/operator/v1/players/nobody/limits {\"limits\":[]," + HERE + "}",
                "/operator/v1/launch-codes {\"launch_codes\":[{\"player_id\":\"nobody\"," + HERE + "}]}",
                "/operator/v1/transfers {" + HERE + ",\"transfers\":[" + TRANSFER + "]}");
    }

    private static final String TRANSFER = "{\"transfer_id\":\"json\",\"player_id\":\"nobody\",\"type\":\"deposit\","
            + "\"amount\":\"1\",\"currency\":\"EUR\"}";

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldTakeAnyWellFormedMember(String body) {
        for (String member : List.of(
                "\"a\":1",
                "\"a\":[]",
                "\"a\":{\"a\":{\"a\":1}}",
                "\"a\":-0.0e-0",
                "\"a\":\"\\ud83d\\ude00\\u0000\"",
                "\"é\":\"é😀\"",
                "\"\":null",
                "\"a\":1,\"A\":1,\"a \":1",
                "\"a\":" + "[".repeat(50) + "]".repeat(50),
                "\"" + "n".repeat(5_000) + "\":\"" + "v".repeat(5_000) + "\"",
                "\"long\":" + "1".repeat(5_000),
                manyMembers(2_000))) {
            shouldNotBeMalformed(send(body, text -> text.replace(HERE, member)));
        }
    }

    private static String manyMembers(int count) {
        StringBuilder members = new StringBuilder("\"m\":0");
        for (int i = 0; i < count; i++) {
            members.append(",\"m").append(i).append("\":").append(i);
        }
        return members.toString();
    }

    private static void shouldNotBeMalformed(Answer answer) {
        if (answer.status() == 400) {
            throw new AssertionError(answer.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldRefuseAnyMalformedMember(String body) {
        for (String member : List.of(
                "\"a\":1,\"a\":1",
                "\"a\":1,\"\\u0061\":2",
                "\"a\":{\"b\":1,\"b\":1}",
                "\"a\":[0,{\"b\":[{\"c\":1,\"d\":2,\"c\":3}]}]",
                "\"😀\":1,\"\\ud83d\\ude00\":2",
                "\"a\":NaN",
                "\"a\":Infinity",
                "\"a\":01",
                "\"a\":-",
                "\"a\":1.",
                "\"a\":.1",
                "\"a\":1e",
                "\"a\":+1",
                "\"a\":0x1",
                "\"a\":1_0",
                "\"a\":TRUE",
                "\"a\":nul",
                "\"a\":'b'",
                "'a':1",
                "a:1",
                "\"a\"",
                "\"a\":",
                "\"a\":1,",
                ",\"a\":1",
                "\"a\":1 \"b\":2",
                "\"a\":[1,]",
                "\"a\":[,1]",
                "\"a\":[1 2]",
                "\"a\":[1}",
                "\"a\":{\"b\":1]",
                "\"a\":{\"b\"}",
                "\"a\":{1:2}",
                "\"a\":1/*c*/",
                "\"a\":1//c\n",
                "#c\n\"a\":1",
                "\"a\":\"\t\"",
                "\"a\":\"\n\"",
                "\"a\":\"\u0000\"",
                "\"a\u0001\":1",
                "\"a\":\"\\a\"",
                "\"a\":\"\\u00g0\"",
                "\"a\":\"\\u12\"",
                "\"a\":\"\\ud800\"",
                "\"a\":\"\\udc00\\ud800\"",
                "\"a\":\"\\ud800\\u0061\"",
                "\"\\udfff\":1",
                "\"a\":\"",
                "\"a\":[".concat("[".repeat(64)).concat("]".repeat(65)),
                "\"a\":" + "[".repeat(3_000))) {
            send(body, text -> text.replace(HERE, member)).shouldBeMalformed();
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldRefuseInvalidUtf8(String body) {
        int[][] sequences = {
            {0xff},
            {0x80},
            {0xc0, 0x80},
            {0xc1, 0xbf},
            {0xe0, 0x80, 0x80},
            {0xed, 0xa0, 0x80},
            {0xed, 0xbf, 0xbf},
            {0xf0, 0x80, 0x80, 0x80},
            {0xf4, 0x90, 0x80, 0x80},
            {0xf8, 0x88, 0x80, 0x80, 0x80},
            {0xe2, 0x82},
            {0xc3},
            {0xf0, 0x9f, 0x92},
            {0xc3, 0x28}
        };
        for (int[] bad : sequences) {
            sendBytes(body, "\"a\":\"", bad, "\"").shouldBeMalformed();
            sendBytes(body, "\"", bad, "\":1").shouldBeMalformed();
            sendBytes(body, "\"a\":1", bad, "").shouldBeMalformed();
        }
        sendBytes(body, "\"a\":1", new int[] {0xef, 0xbb, 0xbf}, "").shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "x", "null", ",", "]", "}", "\u0000", "\"", "[]"})
    void shouldRefuseWhateverFollowsTheDocument(String trailing) {
        bodies().forEach(body ->
                send(body, text -> text.replace(HERE, "\"a\":1") + trailing).shouldBeMalformed());
    }

    @Test
    void shouldRefuseEveryTruncation() {
        String batch = "/transactions {\"transactions\":["
                + NOBODY.credit("1").withRaw("details", "{\"é\":[1.5,null]}").json() + "]}";
        byte[] whole = batch.getBytes(StandardCharsets.UTF_8);
        int start = batch.indexOf('{');
        for (int end = start; end < whole.length; end++) {
            byte[] part = java.util.Arrays.copyOfRange(whole, start, end);
            wallet.send(Call.post("/transactions", "").body(part)).shouldBeMalformed();
        }
    }

    @Test
    void shouldRefuseNullAndEveryOtherRoot() {
        for (String root : List.of("", " ", "null", "[]", "[{}]", "\"x\"", "1", "true", "\ufeff{}")) {
            bodies().forEach(body -> send(body, text -> root).shouldBeMalformed());
        }
    }

    @Test
    void shouldBookNothingOfWhatItRefuses() {
        TestPlayer player = player("100");
        Item debit = player.debit("1").id(Fresh.id("json"));
        wallet.send(Call.post("/transactions", "{\"transactions\":[" + debit.json() + "]} x"))
                .shouldBeMalformed();
        wallet.lookUp(debit.id()).shouldBeProblem(404, "transaction_not_found");
    }

    private Answer send(String pathAndBody, UnaryOperator<String> change) {
        int space = pathAndBody.indexOf(' ');
        return send(
                pathAndBody.substring(0, space),
                change.apply(pathAndBody.substring(space + 1)).getBytes(StandardCharsets.UTF_8));
    }

    private Answer sendBytes(String pathAndBody, String before, int[] bytes, String after) {
        int space = pathAndBody.indexOf(' ');
        String body = pathAndBody.substring(space + 1);
        int here = body.indexOf(HERE);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.writeBytes((body.substring(0, here) + before).getBytes(StandardCharsets.UTF_8));
        for (int each : bytes) {
            changed.write(each);
        }
        changed.writeBytes((after + body.substring(here + HERE.length())).getBytes(StandardCharsets.UTF_8));
        return send(pathAndBody.substring(0, space), changed.toByteArray());
    }

    private Answer send(String path, byte[] body) {
        if (!path.startsWith("/operator/v1")) {
            return wallet.send(Call.post(path, "").body(body));
        }
        String below = path.substring("/operator/v1".length());
        String method = below.startsWith("/players/") ? "PUT" : "POST";
        return operator.send(Call.of(method, below).json("").body(body));
    }
}

package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.TestPlayer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §2: what is JSON here, and what is an id. */
class JsonContractTest extends ContractTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "true",
                "1",
                "\"text\"",
                "[]",
                "{",
                "}",
                "{}",
                "{}{}",
                "[{}]",
                "{\"player_id\":\"x\"} x",
                "{\"player_id\":\"x\"}{}",
                "{\"player_id\":\"x\"},",
                "{\"player_id\":\"x\",}",
                "{'player_id':'x'}",
                "{player_id:\"x\"}",
                "/* c */{\"player_id\":\"x\"}",
                "{\"player_id\":\"x\"}//c",
                "{\"player_id\":\"x\",\"n\":NaN}",
                "{\"player_id\":\"x\",\"n\":Infinity}",
                "{\"player_id\":\"x\",\"n\":-Infinity}",
                "{\"player_id\":\"x\",\"n\":01}",
                "{\"player_id\":\"x\",\"n\":+1}",
                "{\"player_id\":\"x\",\"n\":.5}",
                "{\"player_id\":\"x\",\"n\":1.}",
                "{\"player_id\":\"x\",\"n\":0x1}",
                "{\"player_id\":\"x\",\"player_id\":\"x\"}",
                "{\"player_id\":\"x\",\"a\":1,\"a\":1}",
                "{\"player_id\":\"x\",\"a\":{\"b\":[{\"c\":1,\"c\":2}]}}",
                "{\"player_id\":\"x\",\"player\\u005fid\":\"x\"}",
                "{\"player_id\":\"\\ud800\"}",
                "{\"player_id\":\"\\udc00\"}",
                "{\"player_id\":\"\\ud800\\ud800\"}",
                "{\"player_id\":\"x\",\"a\":\"\\ud800x\"}",
                "{\"player_id\":\"x\",\"\\udc00\":1}",
                "{\"player_id\":\"x\",\"a\":{\"b\":\"\\udfff\"}}",
                "{\"player_id\":\"a\tb\"}",
                "{\"player_id\":\"x\",\"a\":\"line\nbreak\"}",
                "{\"player_id\":\"\\x\"}",
                "{\"player_id\":\"\\u12\"}",
                "{\"player_id\":\"x\"",
                "{\"player_id\":\"x",
                "{\"player_id\" \"x\"}",
                "{\"player_id\":\"x\" \"a\":1}",
                "{\"player_id\":}",
                "tru",
                "{\"player_id\":\"x\"}\u0000",
                "\u0000{\"player_id\":\"x\"}",
                "{\"player_id\":\"x\",\"a\":tru}"
            })
    void shouldRefuseWhatIsNotOneJsonObject(String body) {
        wallet.send(Call.post("/players/balance", body)).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff",
                "c080",
                "c1bf",
                "e08080",
                "eda080",
                "edbfbf",
                "f0808080",
                "f4908080",
                "f8888080",
                "80",
                "e282",
                "c3",
                "f09f92"
            })
    void shouldRefuseInvalidUtf8InAString(String hex) {
        byte[] bad = HexFormat.of().parseHex(hex);
        Call call = Call.post("/players/balance", "");
        wallet.send(call.body(joined("{\"player_id\":\"x", bad, "\"}"))).shouldBeMalformed();
        wallet.send(call.body(joined("{\"player_id\":\"x\",\"a\":\"", bad, "\"}")))
                .shouldBeMalformed();
        wallet.send(call.body(joined("{\"player_id\":\"x\",\"", bad, "\":1}"))).shouldBeMalformed();
    }

    @Test
    void shouldRefuseByteOrderMark() {
        byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
        wallet.send(Call.post("/players/balance", "").body(joined("", mark, "{\"player_id\":\"x\"}")))
                .shouldBeMalformed();
    }

    @Test
    void shouldRefuseUtf16() {
        byte[] utf16 = "{\"player_id\":\"x\"}".getBytes(StandardCharsets.UTF_16LE);
        wallet.send(Call.post("/players/balance", "").body(utf16)).shouldBeMalformed();
        wallet.send(Call.post("/players/balance", "").body("{\"player_id\":\"x\"}".getBytes(StandardCharsets.UTF_16BE)))
                .shouldBeMalformed();
    }

    @Test
    void shouldTakeDepth64AndRefuseDepth65() {
        wallet.send(Call.post("/players/balance", nested(63))).shouldBeProblem(404, "player_not_found");
        wallet.send(Call.post("/players/balance", nested(64))).shouldBeMalformed();
        wallet.send(Call.post("/players/balance", nested(100_000))).shouldBeMalformed();
    }

    @Test
    void shouldCountTheDepthOfDetailsFromTheRoot() {
        TestPlayer player = player("100");
        String sixty = "[".repeat(60) + "]".repeat(60);
        assertEquals(
                "ok",
                book(player.debit("1").withRaw("details", "{\"a\":" + sixty + "}"))
                        .status());
        wallet.transactions(player.debit("1").withRaw("details", "{\"a\":[" + sixty + "]}"))
                .shouldBeMalformed();
    }

    @Test
    void shouldIgnoreUnknownMembersAtEveryDepth() {
        TestPlayer player = player("100");
        Item item =
                player.debit("1").withRaw("bonus", "{\"type\":\"credit\",\"amount\":[1,2,{\"transactions\":null}]}");
        wallet.send(Call.post(
                        "/transactions",
                        "{\"transaction\":[],\"transactions\":[" + item.json() + "],\"x\":{\"transactions\":[1]}}"))
                .shouldBeOk();
        wallet.send(Call.post(
                        "/players/balance",
                        "{\"n\":-1.5e+300,\"long\":" + "9".repeat(900)
                                + ",\"player_id\":\"x\",\"z\":[true,false,null]}"))
                .shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldTakeWhitespaceWhereJsonAllowsIt() {
        wallet.send(Call.post("/players/balance", "\r\n\t { \"player_id\" :\n\"x\"\t} \r\n"))
                .shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldReadEscapesAsTheCharactersTheyStandFor() {
        String id = player("5").id();
        String escaped = id.replace("-", "\\u002d").replace("p", "\\u0070");
        assertEquals(
                "5",
                wallet.send(Call.post("/players/balance", "{\"player\\u005fid\":\"" + escaped + "\"}"))
                        .shouldBeOk()
                        .member("balance"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\u0001", "\\n", "\\t", "\\u001f", "\\u007f", "\u007f"})
    void shouldRefuseControlCharactersInIds(String control) {
        wallet.send(Call.post("/players/balance", "{\"player_id\":\"a" + control + "b\"}"))
                .shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ", "é", "\u0080", "\u00a0", "€", "漢字", "😀", "a b", "\\\"", "\\\\", "/", "\ufeff", "\uffff", "\u2028"
            })
    void shouldTakeAnyOtherCharacterInIds(String id) {
        wallet.send(Call.post("/players/balance", "{\"player_id\":\"" + id + "\"}"))
                .shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldCompareIdsByteForByte() {
        TestPlayer player = player("100");
        Item debit = player.debit("1");
        book(debit);
        for (String other :
                List.of(debit.id().toUpperCase(java.util.Locale.ROOT), " " + debit.id(), debit.id() + " ")) {
            wallet.lookUp(other).shouldBeProblem(404, "transaction_not_found");
            book(debit.id(other)).shouldBe("ok");
        }
        Item composed = player.debit("1").id(debit.id() + "é");
        Item decomposed = player.debit("1").id(debit.id() + "e\u0301");
        book(composed).shouldBe("ok", "95");
        book(decomposed).shouldBe("ok", "94");
    }

    @Test
    void shouldReturnIdsAsTheyCame() {
        TestPlayer player = player("100");
        for (String id : List.of(" ü \" \\ / 😀 ", "a%2Fb+c d?e#f", "<script>&amp;", "\u2028\ufeff")) {
            Item debit = player.debit("1").id(id + player.id());
            assertEquals(debit.id(), book(debit).shouldBe("ok").transactionId());
            assertEquals(debit.id(), wallet.lookUp(debit.id()).shouldBeOk().member("transaction_id"));
        }
    }

    private static byte[] joined(String before, byte[] middle, String after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(middle);
        bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private static String nested(int arrays) {
        return "{\"player_id\":\"nobody\",\"a\":" + "[".repeat(arrays) + "]".repeat(arrays) + "}";
    }
}

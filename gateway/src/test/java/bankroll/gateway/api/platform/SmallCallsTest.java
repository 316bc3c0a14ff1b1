package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.PlayerCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallCallsTest {
    private static Call authenticate(String body) throws MalformedRequest {
        Call call = Calls.ofPlatform(body.getBytes(StandardCharsets.UTF_8));
        new Authenticate().ask(call);
        return call;
    }

    private static String gameId(Call call) {
        return AuthenticateCommand.gameId(call.frame(), call.request().itemsOffset());
    }

    private static String clientIp(Call call) {
        return AuthenticateCommand.clientIp(call.frame(), call.request().itemsOffset());
    }

    private static long codeLow(Call call) {
        return Bits128.low(
                call.frame(), AuthenticateCommand.codeHashOffset(call.request().itemsOffset()));
    }

    private static long codeLow(String code) {
        return Calls.hasher("alpha").hash(IdSpace.LAUNCH_CODE, code).low();
    }

    private static String balance(String body) throws MalformedRequest {
        Call call = Calls.ofPlatform(body.getBytes(StandardCharsets.UTF_8));
        new Balance().ask(call);
        return PlayerCommand.playerId(call.frame(), call.request().itemsOffset());
    }

    @Test
    void shouldDecodeAnAuthenticateRequest() throws Exception {
        Call call = authenticate("{\"launch_code\":\"c\\u00e9\",\"x\":{},\"game_id\":\"g\",\"client_ip\":\"::1\"}");
        assertEquals(codeLow("cé"), codeLow(call));
        assertEquals("g", gameId(call));
        assertEquals("::1", clientIp(call));
    }

    @Test
    void shouldTakeAnEmptyLaunchCodeAndAnEmptyOrAbsentClientIp() throws Exception {
        assertEquals(codeLow(""), codeLow(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\"}")));
        assertNull(clientIp(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":\"\"}")));
        assertNull(clientIp(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":null}")));
        String longest = "€".repeat(4096);
        assertEquals(
                codeLow(longest), codeLow(authenticate("{\"launch_code\":\"" + longest + "\",\"game_id\":\"g\"}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"launch_code\":\"c\"}",
                "{\"game_id\":\"g\"}",
                "{\"launch_code\":null,\"game_id\":\"g\"}",
                "{\"launch_code\":\"c\",\"game_id\":\"\"}",
                "{\"launch_code\":1,\"game_id\":\"g\"}",
                "{\"launch_code\":\"c\",\"game_id\":\"g\",\"client_ip\":5}",
                "{\"launch_code\":\"c\\n\",\"game_id\":\"g\"}",
                "{\"launch_code\":\"c\",\"game_id\":\"g\",\"game_id\":\"g\"}",
                "{\"launch_code\":\"c\",\"game_id\":\"g\"}}",
                "[]"
            })
    void shouldRefuseAMalformedAuthenticateRequest(String body) {
        assertThrows(MalformedRequest.class, () -> authenticate(body));
    }

    @Test
    void shouldBoundTheTextsOfAnAuthenticateRequest() {
        String code = "{\"launch_code\":\"" + "c".repeat(4097) + "\",\"game_id\":\"g\"}";
        String game = "{\"launch_code\":\"c\",\"game_id\":\"" + "g".repeat(257) + "\"}";
        String ip = "{\"launch_code\":\"c\",\"game_id\":\"g\",\"client_ip\":\"" + "1".repeat(257) + "\"}";
        for (String body : List.of(code, game, ip)) {
            assertThrows(MalformedRequest.class, () -> authenticate(body));
        }
    }

    @Test
    void shouldDecodeABalanceRequest() throws Exception {
        assertEquals("p", balance("{\"session_id\":\"anything\",\"player_id\":\"p\"}"));
        assertEquals("p", balance("{\"player_id\":\"p\",\"session_id\":null}"));
        assertEquals("p", balance("{\"player_id\":\"p\",\"session_id\":\"\",\"other\":[{}]}"));
        assertEquals("é", balance("{\"player_i\\u0064\":\"\\u00e9\",\"session_id\":\"s\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"player_id\":\"\"}",
                "{\"player_id\":null}",
                "{\"player_id\":7}",
                "{\"player_id\":\"p\",\"session_id\":7}",
                "{\"player_id\":\"p\\u0000\"}"
            })
    void shouldRefuseAMalformedBalanceRequest(String body) {
        assertThrows(MalformedRequest.class, () -> balance(body));
        assertThrows(MalformedRequest.class, () -> balance("{\"player_id\":\"" + "p".repeat(65) + "\"}"));
        assertThrows(
                MalformedRequest.class,
                () -> balance("{\"player_id\":\"p\",\"session_id\":\"" + "s".repeat(257) + "\"}"));
    }

    /** Both readers, the one on jackson-core and the one of our own, hold the same rules. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ufeff{%s}",
                "{%s}{}",
                "{%s},",
                "{%s}x",
                "[{%s}]",
                "{%s,}",
                "{%s,\"a\":NaN}",
                "{%s,\"a\":01}",
                "{%s,\"a\":1.}",
                "{%s}//",
                "{/**/%s}",
                "{%s,'a':1}",
                "{%s,\"a\":1,\"a\":1}",
                "{%s,\"a\":{\"b\":1,\"\\u0062\":1}}",
                "{%s,\"a\":\"\\ud800\"}",
                "{%s,\"\\udc00\":1}",
                "{%s,\"a\":[\"\\ud83d\\n\"]}",
                "{%s,\"a\":\"\n\"}",
                "{%s,\"a\":\"\\x\"}",
                "{%s,\"a\":\u00ff}",
                "{%s",
                "{%s,\"a\":[}",
                "{%s,\"a\":tru}",
                "{%s \"a\":1}",
                "{%s,\"a\" 1}",
                "{%s,\"a\":+1}"
            })
    void shouldRefuseWhatIsNotStrictJson(String form) {
        assertMalformed(form.getBytes(StandardCharsets.UTF_8));
        assertMalformed("{%s,\"a\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertMalformed("{%s,\"a\":\"\u00c0\u0080\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertMalformed(("{%s,\"a\":" + "[".repeat(64) + "]".repeat(64) + "}").getBytes(StandardCharsets.UTF_8));
    }

    private static void assertMalformed(byte[] form) {
        String text = new String(form, StandardCharsets.ISO_8859_1);
        byte[] authenticate =
                text.replace("%s", "\"launch_code\":\"c\",\"game_id\":\"g\"").getBytes(StandardCharsets.ISO_8859_1);
        byte[] balance = text.replace("%s", "\"player_id\":\"p\"").getBytes(StandardCharsets.ISO_8859_1);
        assertThrows(MalformedRequest.class, () -> new Authenticate().ask(Calls.ofPlatform(authenticate)), text);
        assertThrows(MalformedRequest.class, () -> new Balance().ask(Calls.ofPlatform(balance)), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{%s}",
                " {%s} \r\n",
                "{\"a\":[1,-0.5e+7,true,false,null,\"\\ud83d\\ude00\",{\"a\":{}}],%s}",
                "{\"n\":123456789012345678901234567890123456789e99999,%s}",
                "{%s,\"\":{\"\":{}}}"
            })
    void shouldIgnoreWhatItDoesNotKnow(String form) throws Exception {
        assertEquals("g", gameId(authenticate(form.replace("%s", "\"launch_code\":\"c\",\"game_id\":\"g\""))));
        assertEquals("p", balance(form.replace("%s", "\"player_id\":\"p\"")));
        String deepest = "{\"a\":" + "[".repeat(63) + "]".repeat(63) + ",%s}";
        assertEquals("p", balance(deepest.replace("%s", "\"player_id\":\"p\"")));
        assertEquals("g", gameId(authenticate(deepest.replace("%s", "\"launch_code\":\"c\",\"game_id\":\"g\""))));
    }
}

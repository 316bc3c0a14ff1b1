package bankroll.gateway.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDecodersTest {
    private static AuthenticateDecoder.Authenticate authenticate(String body) throws MalformedRequest {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new AuthenticateDecoder().decode(bytes, bytes.length);
    }

    private static String balance(String body) throws MalformedRequest {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        BalanceDecoder decoder = new BalanceDecoder();
        decoder.decode(bytes, bytes.length);
        return decoder.body().getStringWithoutLengthUtf8(decoder.start(), decoder.size());
    }

    @Test
    void shouldDecodeAnAuthenticateRequest() throws Exception {
        var request = authenticate("{\"launch_code\":\"c\\u00e9\",\"x\":{},\"game_id\":\"g\",\"client_ip\":\"::1\"}");
        assertEquals("cé", request.launchCode());
        assertEquals("g", request.gameId());
        assertEquals("::1", request.clientIp());
        assertFalse(request.toString().contains("cé"));
    }

    @Test
    void shouldTakeAnEmptyLaunchCodeAndAnEmptyOrAbsentClientIp() throws Exception {
        assertEquals(
                "", authenticate("{\"launch_code\":\"\",\"game_id\":\"g\"}").launchCode());
        assertNull(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":\"\"}")
                .clientIp());
        assertNull(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":null}")
                .clientIp());
        assertEquals(
                4096,
                authenticate("{\"launch_code\":\"" + "€".repeat(4096) + "\",\"game_id\":\"g\"}")
                        .launchCode()
                        .length());
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
        assertThrows(
                MalformedRequest.class,
                () -> new AuthenticateDecoder().decode(authenticate, authenticate.length),
                text);
        assertThrows(MalformedRequest.class, () -> new BalanceDecoder().decode(balance, balance.length), text);
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
        assertEquals(
                "g",
                authenticate(form.replace("%s", "\"launch_code\":\"c\",\"game_id\":\"g\""))
                        .gameId());
        assertEquals("p", balance(form.replace("%s", "\"player_id\":\"p\"")));
        String deepest = "{\"a\":" + "[".repeat(63) + "]".repeat(63) + ",%s}";
        assertEquals("p", balance(deepest.replace("%s", "\"player_id\":\"p\"")));
        assertEquals(
                "g",
                authenticate(deepest.replace("%s", "\"launch_code\":\"c\",\"game_id\":\"g\""))
                        .gameId());
    }

    @ParameterizedTest
    @CsvSource({
        "abc,abc",
        "a%2Fb,a/b",
        "a%2fb,a/b",
        "%41,A",
        "%2541,%41",
        "a+b,a+b",
        "%C3%A9,é",
        "%F0%9F%98%80,😀",
        "%EF%BB%BFx,\ufeffx",
        "a%20b,a b",
        "'\\ud800','\\ud800'",
        "..,.."
    })
    void shouldDecodeThePathOnce(String segment, String id) throws Exception {
        assertEquals(id, LookupPath.id(segment, 128));
    }

    @Test
    void shouldTakeUnescapedUtf8InThePath() throws Exception {
        String asNettyGivesIt = new String("é".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals("é", LookupPath.id(asNettyGivesIt, 128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "a%",
                "a%2",
                "%zz",
                "%2x",
                "%-1",
                "%u0041",
                "%C3",
                "%C3%28",
                "%C0%80",
                "%ED%A0%80",
                "%00",
                "%0a",
                "%7F",
                "%ff"
            })
    void shouldRefuseBadEscapes(String segment) {
        assertThrows(MalformedRequest.class, () -> LookupPath.id(segment, 128));
    }

    @Test
    void shouldBoundTheIdInThePathInCodePoints() throws Exception {
        assertEquals(256, LookupPath.id("%F0%9F%98%80".repeat(128), 128).length());
        assertThrows(MalformedRequest.class, () -> LookupPath.id("%F0%9F%98%80".repeat(129), 128));
        assertThrows(MalformedRequest.class, () -> LookupPath.id("x".repeat(129), 128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/vnd.x+json",
                "application/json; profile=x",
                "application/json;"
            })
    void shouldTakeJson(String contentType) {
        assertTrue(MediaType.isJson(List.of(contentType), null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/jsonx",
                "json",
                "",
                "application/json; charset=latin1",
                "+json",
                "application/json; charset=utf-16",
                "application/x-www-form-urlencoded",
                "application/json, text/plain"
            })
    void shouldNotTakeOtherMediaTypes(String contentType) {
        assertFalse(MediaType.isJson(List.of(contentType), null));
    }

    @Test
    void shouldTakeABodyWithoutATypeAndNeverAnEncodedOne() {
        assertTrue(MediaType.isJson(List.of(), null));
        assertFalse(MediaType.isJson(List.of("application/json"), "gzip"));
        assertFalse(MediaType.isJson(List.of(), "identity"));
        assertFalse(MediaType.isJson(List.of("application/json", "application/json"), null));
    }
}

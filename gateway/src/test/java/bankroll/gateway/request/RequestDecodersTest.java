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
        return new BalanceDecoder().decode(bytes, bytes.length);
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
        assertEquals("", authenticate("{\"launch_code\":\"\",\"game_id\":\"g\"}").launchCode());
        assertNull(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":\"\"}").clientIp());
        assertNull(authenticate("{\"launch_code\":\"\",\"game_id\":\"g\",\"client_ip\":null}").clientIp());
        assertEquals(4096, authenticate("{\"launch_code\":\"" + "€".repeat(4096) + "\",\"game_id\":\"g\"}")
                .launchCode().length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"launch_code\":\"c\"}", "{\"game_id\":\"g\"}", "{\"launch_code\":null,\"game_id\":\"g\"}",
        "{\"launch_code\":\"c\",\"game_id\":\"\"}", "{\"launch_code\":1,\"game_id\":\"g\"}",
        "{\"launch_code\":\"c\",\"game_id\":\"g\",\"client_ip\":5}", "{\"launch_code\":\"c\\n\",\"game_id\":\"g\"}",
        "{\"launch_code\":\"c\",\"game_id\":\"g\",\"game_id\":\"g\"}", "{\"launch_code\":\"c\",\"game_id\":\"g\"}}", "[]"})
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
        assertEquals("p", balance("{\"player_id\":\"p\",\"session_id\":\"\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"player_id\":\"\"}", "{\"player_id\":null}", "{\"player_id\":7}",
        "{\"player_id\":\"p\",\"session_id\":7}", "{\"player_id\":\"p\\u0000\"}"})
    void shouldRefuseAMalformedBalanceRequest(String body) {
        assertThrows(MalformedRequest.class, () -> balance(body));
        assertThrows(MalformedRequest.class, () -> balance("{\"player_id\":\"" + "p".repeat(65) + "\"}"));
        assertThrows(
                MalformedRequest.class,
                () -> balance("{\"player_id\":\"p\",\"session_id\":\"" + "s".repeat(257) + "\"}"));
    }

    @ParameterizedTest
    @CsvSource({"abc,abc", "a%2Fb,a/b", "a%2fb,a/b", "%41,A", "%2541,%41", "a+b,a+b", "%C3%A9,é", "%F0%9F%98%80,😀",
        "%EF%BB%BFx,\ufeffx", "a%20b,a b", "'\\ud800','\\ud800'", "..,.."})
    void shouldDecodeThePathOnce(String segment, String id) throws Exception {
        assertEquals(id, LookupPath.id(segment, 128));
    }

    @Test
    void shouldTakeUnescapedUtf8InThePath() throws Exception {
        String asNettyGivesIt = new String("é".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals("é", LookupPath.id(asNettyGivesIt, 128));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a%", "a%2", "%zz", "%2x", "%-1", "%u0041", "%C3", "%C3%28", "%C0%80", "%ED%A0%80", "%00",
        "%0a", "%7F", "%ff"})
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
    @ValueSource(strings = {"application/json", "APPLICATION/JSON", "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"", "application/vnd.x+json", "application/json; profile=x", "application/json;"})
    void shouldTakeJson(String contentType) {
        assertTrue(MediaType.isJson(List.of(contentType), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/jsonx", "json", "", "application/json; charset=latin1", "+json",
        "application/json; charset=utf-16", "application/x-www-form-urlencoded", "application/json, text/plain"})
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

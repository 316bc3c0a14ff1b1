package bankroll.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.CommandHeader.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
    private static final Set<String> NAMES = Set.of("a", "b", "list");

    @Test
    void shouldKeepWantedJsonObjectAndPassOverAllOthers() throws MalformedRequest {
        JsonObject members = object("{\"x\":[1,{\"a\":2}],\"a\":\"é𝄞\",\"y\":{\"b\":[]},\"z\":1e400}");

        assertEquals("é𝄞", members.required("a", 2));
        assertFalse(members.has("b"));
    }

    @Test
    void shouldTakeNullForAbsentOnlyWhereTheMemberIsOptional() throws MalformedRequest {
        JsonObject members = object("{\"a\":null}");

        assertTrue(members.has("a"));
        assertNull(members.optional("a", 9));
        assertMessage("a is missing or empty", () -> members.required("a", 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"a\"",
                "{",
                "{}{}",
                "{} x",
                "{\"a\":1,}",
                "{\"a\":1,\"a\":1}",
                "{\"x\":[{\"y\":1,\"y\":2}]}",
                "{\"a\":1,\"\\u0061\":1}",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":'b'}",
                "{a:1}",
                "{\"a\":1}/*c*/",
                "{\"a\":1}//c",
                "{\"a\":\"\\ud800\"}",
                "{\"x\":\"\\udc00\\ud800\"}",
                "{\"x\":{\"\\ud800\":1}}",
                "{\"x\":\"\u0001\"}",
                "\uFEFF{}"
            })
    void shouldRefuse(String json) {
        assertThrows(MalformedRequest.class, () -> object(json));
    }

    /** Overlong, an encoded surrogate, a byte that never stands in UTF-8, past the last code point, cut short, UTF-16. */
    @ParameterizedTest
    @ValueSource(strings = {"c081", "eda080", "ff", "f4908080", "e282", "00"})
    void shouldRefuseBytesThatAreNotUtf8(String hex) {
        byte[] bad = HexFormat.of().parseHex(hex);
        byte[] body = new byte[bad.length + 9];
        System.arraycopy("{\"x\":\"".getBytes(StandardCharsets.UTF_8), 0, body, 0, 6);
        System.arraycopy(bad, 0, body, 6, bad.length);
        System.arraycopy("\" }".getBytes(StandardCharsets.UTF_8), 0, body, 6 + bad.length, 3);

        assertThrows(MalformedRequest.class, () -> JsonObject.read(body, body.length, NAMES));
    }

    @Test
    void shouldTakeDepth64AndRefuseDepth65() throws MalformedRequest {
        object("{\"x\":" + "[".repeat(63) + "]".repeat(63) + "}");

        assertThrows(MalformedRequest.class, () -> object("{\"x\":" + "[".repeat(64) + "]".repeat(64) + "}"));
    }

    @Test
    void shouldReadOnlyTheLengthThatIsTheBody() throws MalformedRequest {
        byte[] buffer = "{}garbage of an earlier body".getBytes(StandardCharsets.UTF_8);

        assertFalse(JsonObject.read(buffer, 2, NAMES).has("a"));
    }

    @Test
    void shouldTakeLongNamesAndNumbersThatNobodyWants() throws MalformedRequest {
        object("{\"" + "n".repeat(60_000) + "\":" + "9".repeat(5_000) + "}");
    }

    /** The longest are a launch code of 4,096 characters and, in a list, an address of 2,048; each may take four bytes. */
    @Test
    void shouldKeepTheLongestTextsOfTheCallsAndRefuseOneCharacterMore() throws MalformedRequest {
        String text = "𝄞".repeat(4_096);
        assertEquals(text, object("{\"a\":\"" + text + "\"}").required("a", 4_096));
        assertMessage(
                "a must be at most 4096 characters long",
                () -> object("{\"a\":\"" + text + "x".repeat(100_000) + "\"}").required("a", 4_096));
        String half = "𝄞".repeat(2_048);
        assertEquals(half, list("{\"list\":[{\"a\":\"" + half + "\"}]}").get(0).required("a", 2_048));
        assertMessage(
                "list[0].a must be at most 2048 characters long",
                () -> list("{\"list\":[{\"a\":\"" + half + "x\"}]}").get(0).required("a", 2_048));
    }

    @Test
    void shouldKeepTheOrderOfAList() throws MalformedRequest {
        List<JsonObject> elements = list("{\"list\":[{\"a\":\"1\"},{\"a\":\"2\",\"x\":[{}]}],\"other\":3}");

        assertEquals("1", elements.get(0).required("a", 9));
        assertEquals("2", elements.get(1).required("a", 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"list\":null}",
                "{\"list\":{}}",
                "{\"list\":\"x\"}",
                "{\"list\":[]}",
                "{\"list\":[1]}",
                "{\"list\":[{},null]}",
                "{\"list\":[[]]}",
                "{\"list\":[{},{},{},{}]}",
                "{\"list\":[{}]"
            })
    void shouldRefuseAListThatIsNone(String json) {
        assertThrows(MalformedRequest.class, () -> list(json));
    }

    @Test
    void shouldSayWhichElementIsWrongAndNotWhatItSays() {
        assertMessage(
                "list[1].a must not hold control characters",
                () -> list("{\"list\":[{},{\"a\":\"secret\\u0007\"}]}").get(1).required("a", 9));
    }

    @Test
    void shouldCountCharactersNotBytes() throws MalformedRequest {
        object("{\"a\":\"𝄞𝄞\"}").required("a", 2);

        assertMessage(
                "a must be at most 1 characters long",
                () -> object("{\"a\":\"𝄞𝄞\"}").required("a", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "1.0", "1e0", "0", "604801", "-1", "99999999999999999999", "true", "[]", "{}"})
    void shouldRefuseANumberThatIsNotWholeOrOutOfBounds(String json) {
        assertThrows(
                MalformedRequest.class, () -> object("{\"a\":" + json + "}").integer("a", 1, 604_800, 5));
    }

    @Test
    void shouldJudgeWhatItDoesNotKeepOfALongList() {
        String many = "{},".repeat(2 * JsonObject.MAX_ELEMENTS);
        assertMessage("list must have 1 to 3 elements", () -> list("{\"list\":[" + many + "{}]}"));
        assertThrows(MalformedRequest.class, () -> object("{\"list\":[" + many + "{\"x\":1,\"x\":1}]}"));
    }

    @Test
    void shouldKeepAllElementsOfTheLongestCommand() {
        assertTrue(Stream.of(CommandType.values()).allMatch(type -> type.maxItems() <= JsonObject.MAX_ELEMENTS));
    }

    @Test
    void shouldFindTheNameThatIsTwiceAmongAsManyAsABodyCanHold() throws MalformedRequest {
        String names = IntStream.range(0, 600_000)
                .mapToObj(number -> "\"" + Integer.toString(number, 36) + "\":1")
                .collect(Collectors.joining(","));

        assertTrue(object("{" + names + "}").has("a"));
        assertThrows(MalformedRequest.class, () -> object("{" + names + ",\"0\":1}"));
        assertThrows(MalformedRequest.class, () -> object("{" + names + ",\"cuyn\":1}"));
    }

    @Test
    void shouldReadNumbersAndFlags() throws MalformedRequest {
        JsonObject members = object("{\"a\":604800,\"b\":true}");

        assertEquals(604_800, members.integer("a", 1, 604_800, 5));
        assertTrue(members.flag("b"));
        assertEquals(5, object("{\"a\":null}").integer("a", 1, 9, 5));
        assertFalse(object("{}").flag("b"));
        assertMessage(
                "b must be true or false", () -> object("{\"b\":\"true\"}").flag("b"));
    }

    private static JsonObject object(String json) throws MalformedRequest {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return JsonObject.read(body, body.length, NAMES);
    }

    private static List<JsonObject> list(String json) throws MalformedRequest {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return JsonObject.read(body, body.length, NAMES).list("list", 1, 3);
    }

    private static void assertMessage(String expected, org.junit.jupiter.api.function.Executable call) {
        assertEquals(expected, assertThrows(MalformedRequest.class, call).getMessage());
    }
}

package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenPlayersTest {
    private final OpenPlayers operation = new OpenPlayers();

    @Test
    void shouldWriteOneItemPerPlayerInOrder() throws Exception {
        Call call = Calls.body("{\"players\":[{\"player_id\":\"p1\",\"currency\":\"EUR\",\"display_name\":\"Zoë\","
                + "\"avatar_url\":\"https://example.org/a.png\",\"language\":\"de-AT\",\"country\":\"AT\"},"
                + "{\"player_id\":\"p2\",\"currency\":\"SEK\",\"country\":null}]}");

        operation.ask(call);

        Request request = call.request();
        assertEquals(CommandType.PLAYERS, request.type());
        assertEquals(2, request.items());
        assertEquals(Origin.operator("ada"), CommandHeader.origin(request.frame(), Request.COMMAND_OFFSET));
        int first = request.itemsOffset();
        int second = first + PlayerItem.length(request.frame(), first);
        Profile zoe = new Profile("p1", "Zoë", "https://example.org/a.png", "de-AT", "AT");
        assertEquals(zoe, profile(request, first));
        assertEquals("SEK", currency(request, second));
        assertEquals(new Profile("p2", null, null, null, null), profile(request, second));
        assertEquals(
                Request.COMMAND_OFFSET + request.commandLength(), second + PlayerItem.length(request.frame(), second));
        IdHasher hash = Calls.hasher().hash(IdSpace.PLAYER, "p2");
        assertEquals(hash.high(), Bits128.high(request.frame(), PlayerItem.playerHashOffset(second)));
        assertEquals(hash.low(), Bits128.low(request.frame(), PlayerItem.playerHashOffset(second)));
        assertEquals(List.of("p1", "p2"), Calls.results(operation, call, Outcome.CREATED, "player_id"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"currency\":\"EUR\"",
                "\"player_id\":\"\",\"currency\":\"EUR\"",
                "\"player_id\":7,\"currency\":\"EUR\"",
                "\"player_id\":\"p\"",
                "\"player_id\":\"p\",\"currency\":\"\"",
                "\"player_id\":\"p\",\"currency\":\"12345678901234567\"",
                "\"player_id\":\"p\\u007f\",\"currency\":\"EUR\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"display_name\":7",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"/a.png\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"//example.org/a.png\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"https://exämple.org/\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"https://example.org/a b\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"de_AT\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"en-\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"d\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"ar-a-aaa-b-bbb-a-ccc\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"language\":\"de-DE-1901-1901\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"country\":\"\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"country\":\"at\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"country\":\"AUT\"",
                "\"player_id\":\"p\",\"currency\":\"EUR\",\"country\":\"ÄT\""
            })
    void shouldRefuseThePlayer(String members) {
        String good = "{\"player_id\":\"p0\",\"currency\":\"EUR\"}";
        Call call = Calls.body("{\"players\":[" + good + ",{" + members + "}]}");

        MalformedRequest refused = assertThrows(MalformedRequest.class, () -> operation.ask(call));

        assertEquals("players[1].", refused.getMessage().substring(0, 11));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://my_host/",
                "http://user@my_host:8080/",
                "http://a:b@host:/",
                "http://a%20b/",
                "http://[::1]",
                "http://user@[::ffff:10.0.0.1]:8080/?q#f",
                "file:///a.png",
                "http:/a.png",
                "urn:x:y",
                "data:,a"
            })
    void shouldTakeAbsoluteUris(String url) throws Exception {
        operation.ask(one(",\"avatar_url\":\"" + url + "\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x:abc/",
                "http://a:b:c/",
                "http://a@b@c/",
                "http://x/?a[]=1",
                "http://x/#a[b]",
                "http://[::1]/?[::1]",
                "urn:x:[y]",
                "http://[fe80::1%eth0]/",
                "http://[fe80::1%25eth0]/",
                "https://example.com/ä"
            })
    void shouldRefuseWhatIsNoUriOfRfc3986(String url) {
        assertThrows(MalformedRequest.class, () -> operation.ask(one(",\"avatar_url\":\"" + url + "\"")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "de",
                "de-AT",
                "zh-Hans-CN",
                "i-klingon",
                "x-house",
                "sl-rozaj-biske",
                "en-US-u-islamcal",
                "en-0-abc"
            })
    void shouldTakeLanguageTags(String tag) throws Exception {
        operation.ask(one(",\"language\":\"" + tag + "\""));
    }

    @Test
    void shouldTakeLengthsUpToTheirBounds() throws Exception {
        String longest = "https://example.org/" + "a".repeat(2028);
        operation.ask(one(",\"avatar_url\":\"" + longest + "\",\"display_name\":\"" + "𝄞".repeat(256) + "\""));

        assertThrows(MalformedRequest.class, () -> operation.ask(one(",\"avatar_url\":\"" + longest + "a\"")));
        assertThrows(MalformedRequest.class, () -> operation.ask(one(",\"display_name\":\"" + "a".repeat(257) + "\"")));
    }

    @Test
    void shouldTake500PlayersAndRefuse501() throws Exception {
        String one = "{\"player_id\":\"p\",\"currency\":\"EUR\"}";

        Call call = Calls.body("{\"players\":[" + one + ("," + one).repeat(499) + "]}");
        operation.ask(call);

        assertEquals(500, call.request().items());
        assertThrows(
                MalformedRequest.class,
                () -> operation.ask(Calls.body("{\"players\":[" + one + ("," + one).repeat(500) + "]}")));
    }

    private static Call one(String more) {
        return Calls.body("{\"players\":[{\"player_id\":\"p\",\"currency\":\"EUR\"" + more + "}]}");
    }

    private static Profile profile(Request request, int item) {
        return Profile.get(new Fields().read(request.frame(), PlayerItem.profileOffset(request.frame(), item)));
    }

    private static String currency(Request request, int item) {
        int currency = PlayerItem.currencyOffset(item);
        return request.frame()
                .getStringWithoutLengthAscii(Fields.textOffset(currency), Fields.textLength(request.frame(), currency));
    }
}

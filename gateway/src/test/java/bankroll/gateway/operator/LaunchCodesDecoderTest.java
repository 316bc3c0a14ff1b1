package bankroll.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Request;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdSpace;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchCodesDecoderTest {
    private static final long DEFAULT_TTL_MS = 300_000;

    private final LaunchCodesDecoder decoder = new LaunchCodesDecoder(new BodyReader(), Calls.hasher(), DEFAULT_TTL_MS);

    @Test
    void shouldMintACodeWithDefaults() throws Exception {
        OperatorCall call = one("");

        decoder.decode(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertEquals("p", item.playerId());
        assertNull(item.currency());
        assertNull(item.gameId());
        assertEquals(DEFAULT_TTL_MS, item.ttlMs());
        assertFalse(item.reusable());
    }

    @Test
    void shouldMintACodeAsAsked() throws Exception {
        OperatorCall call =
                one(",\"currency\":\"EUR\",\"game_id\":\"roulette\",\"ttl_seconds\":604800,\"reusable\":true");

        decoder.decode(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertEquals("EUR", item.currency());
        assertEquals("roulette", item.gameId());
        assertEquals(604_800_000, item.ttlMs());
        assertTrue(item.reusable());
    }

    @Test
    void shouldTakeEmptyOptionalIdsForAbsent() throws Exception {
        OperatorCall call = one(",\"currency\":\"\",\"game_id\":\"\",\"ttl_seconds\":null,\"reusable\":null");

        decoder.decode(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertNull(item.currency());
        assertNull(item.gameId());
    }

    @Test
    void shouldDrawCodesThatNeverRepeatAndAreLongEnough() throws Exception {
        String one = "{\"player_id\":\"p\"}";
        OperatorCall call = Calls.body("{\"launch_codes\":[" + one + ("," + one).repeat(499) + "]}");

        decoder.decode(call);

        assertEquals(500, new HashSet<>(call.launchCodes()).size());
        call.launchCodes().forEach(code -> assertTrue(code.matches("[A-Za-z0-9_-]{24}"), "24 characters of 6 bits"));
    }

    @Test
    void shouldLetOnlyTheHashIntoTheCommand() throws Exception {
        OperatorCall call = one("");

        decoder.decode(call);

        Request request = call.request();
        String code = call.launchCodes().get(0);
        byte[] command = new byte[request.commandLength()];
        request.frame().getBytes(Request.COMMAND_OFFSET, command);
        assertFalse(new String(command, StandardCharsets.ISO_8859_1).contains(code));
        IdHasher hash = Calls.hasher().hash(IdSpace.LAUNCH_CODE, code);
        assertEquals(hash.high(), LaunchCodeItem.codeHigh(request.frame(), request.itemsOffset()));
        assertEquals(hash.low(), LaunchCodeItem.codeLow(request.frame(), request.itemsOffset()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"ttl_seconds\":0",
                ",\"ttl_seconds\":604801",
                ",\"ttl_seconds\":\"300\"",
                ",\"ttl_seconds\":1.5",
                ",\"reusable\":\"yes\"",
                ",\"currency\":7",
                ",\"game_id\":[]"
            })
    void shouldRefuse(String more) {
        assertThrows(MalformedRequest.class, () -> decoder.decode(one(more)));
    }

    private static OperatorCall one(String more) {
        return Calls.body("{\"launch_codes\":[{\"player_id\":\"p\"" + more + "}]}");
    }
}

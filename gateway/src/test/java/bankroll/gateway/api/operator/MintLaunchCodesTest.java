package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Calls;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Bits128;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MintLaunchCodesTest {
    private static final long DEFAULT_TTL_MS = 300_000;

    private final MintLaunchCodes operation = new MintLaunchCodes(DEFAULT_TTL_MS);

    @Test
    void shouldMintACodeWithDefaults() throws Exception {
        Call call = one("");

        operation.ask(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertEquals("p", item.playerId());
        assertNull(item.currency());
        assertNull(item.gameId());
        assertEquals(DEFAULT_TTL_MS, item.ttlMs());
        assertFalse(item.reusable());
    }

    @Test
    void shouldMintACodeAsAsked() throws Exception {
        Call call = one(",\"currency\":\"EUR\",\"game_id\":\"roulette\",\"ttl_seconds\":604800,\"reusable\":true");

        operation.ask(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertEquals("EUR", item.currency());
        assertEquals("roulette", item.gameId());
        assertEquals(604_800_000, item.ttlMs());
        assertTrue(item.reusable());
    }

    @Test
    void shouldTakeEmptyOptionalIdsForAbsent() throws Exception {
        Call call = one(",\"currency\":\"\",\"game_id\":\"\",\"ttl_seconds\":null,\"reusable\":null");

        operation.ask(call);

        LaunchCode item = LaunchCodeItem.get(call.frame(), call.request().itemsOffset());
        assertNull(item.currency());
        assertNull(item.gameId());
    }

    @Test
    void shouldDrawCodesThatNeverRepeatAndAreLongEnough() throws Exception {
        String one = "{\"player_id\":\"p\"}";
        Call call = Calls.body("{\"launch_codes\":[" + one + ("," + one).repeat(499) + "]}");

        operation.ask(call);

        List<String> codes = codes(call);
        assertEquals(500, codes.size());
        assertEquals(500, new HashSet<>(codes).size());
        codes.forEach(code -> assertTrue(code.matches("[A-Za-z0-9_][A-Za-z0-9_-]{23}"), code));
    }

    @Test
    void shouldLetOnlyTheHashIntoTheCommand() throws Exception {
        Call call = one("");

        operation.ask(call);

        Request request = call.request();
        String code = codes(call).get(0);
        byte[] command = new byte[request.commandLength()];
        request.frame().getBytes(Request.COMMAND_OFFSET, command);
        assertFalse(new String(command, StandardCharsets.ISO_8859_1).contains(code));
        IdHasher hash = Calls.hasher().hash(IdSpace.LAUNCH_CODE, code);
        int minted = LaunchCodeItem.codeHashOffset(request.itemsOffset());
        assertEquals(hash.high(), Bits128.high(request.frame(), minted));
        assertEquals(hash.low(), Bits128.low(request.frame(), minted));
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
        assertThrows(MalformedRequest.class, () -> operation.ask(one(more)));
    }

    private List<String> codes(Call call) {
        return Calls.results(operation, call, Outcome.OK, "launch_code");
    }

    private static Call one(String more) {
        return Calls.body("{\"launch_codes\":[{\"player_id\":\"p\"" + more + "}]}");
    }
}

package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * {@code POST launch-codes}: mints 1 to 500 launch codes. The codes are drawn here, handed to the caller and forgotten:
 * ledger and journal know them only by their keyed hash.
 */
final class MintLaunchCodes extends BulkOperation<LaunchCode> {
    private static final int CODE_BITS = 144;
    private static final String LAUNCH_CODES = "launch_codes";
    private static final String PLAYER_ID = "player_id";
    private static final String CURRENCY = "currency";
    private static final String GAME_ID = "game_id";
    private static final String TTL_SECONDS = "ttl_seconds";
    private static final String REUSABLE = "reusable";
    private static final Set<String> MEMBERS =
            Set.of(LAUNCH_CODES, PLAYER_ID, CURRENCY, GAME_ID, TTL_SECONDS, REUSABLE);

    private final long defaultTtlSeconds;
    private final SecureRandom random = new SecureRandom();

    MintLaunchCodes(long defaultTtlMs) {
        super(CommandType.LAUNCH_CODES, "/launch-codes", LAUNCH_CODES, PLAYER_ID, MEMBERS);
        this.defaultTtlSeconds = defaultTtlMs / 1000;
    }

    @Override
    int put(Call call, int at, JsonObject element, List<LaunchCode> codes) throws MalformedRequest {
        LaunchCode code = launchCode(element);
        codes.add(code);
        return LaunchCodeItem.put(call.frame(), at, call.hasher(), code);
    }

    private LaunchCode launchCode(JsonObject element) throws MalformedRequest {
        String playerId = element.required(PLAYER_ID, Lengths.PLAYER_ID);
        String currency = element.optionalId(CURRENCY, Lengths.CURRENCY);
        String gameId = element.optionalId(GAME_ID, Lengths.GAME_ID);
        long ttlSeconds = element.integer(TTL_SECONDS, 1, LaunchCode.MAX_TTL_SECONDS, defaultTtlSeconds);
        boolean reusable = element.flag(REUSABLE);
        return new LaunchCode(mint(), playerId, currency, gameId, ttlSeconds * 1000, reusable);
    }

    /** Never with a hyphen first: a command line would take that for an option. */
    private String mint() {
        byte[] bits = new byte[CODE_BITS / Byte.SIZE];
        String code = "-";
        while (code.charAt(0) == '-') {
            random.nextBytes(bits);
            code = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        }
        return code;
    }

    @Override
    String id(LaunchCode code) {
        return code.playerId();
    }

    @Override
    public String detail(Outcome first) {
        return first == Outcome.MALFORMED
                ? LAUNCH_CODES + ": the " + CURRENCY + " of one is not that of its player's account"
                : null;
    }

    @Override
    void result(Call call, int item, LaunchCode code, JsonGenerator json) throws IOException {
        if (call.outcome(item) == Outcome.OK) {
            json.writeStringField("launch_code", code.code());
            Json.time(
                    json,
                    "expires_at",
                    OutcomeRecord.timeMs(call.frame(), call.request().outcomeOffset(item)));
        }
    }
}

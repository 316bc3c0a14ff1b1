package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * {@code POST launch-codes}: mints 1 to 500 launch codes. The codes are drawn here, handed to the caller and forgotten:
 * ledger and journal know them only by their keyed hash.
 */
final class LaunchCodesDecoder implements CallDecoder {
    /** Random bits of a code. */
    static final int CODE_BITS = 144;

    private static final String PLAYER_ID = "player_id";
    private static final String CURRENCY = "currency";
    private static final String GAME_ID = "game_id";
    private static final String TTL_SECONDS = "ttl_seconds";
    private static final String REUSABLE = "reusable";
    private static final ListShape LAUNCH_CODES =
            ListShape.bulk("launch_codes", Set.of(PLAYER_ID, CURRENCY, GAME_ID, TTL_SECONDS, REUSABLE));
    private static final int MAX_TTL_SECONDS = 604_800;

    private final BodyReader bodies;
    private final IdHasher hasher;
    private final long defaultTtlSeconds;
    private final SecureRandom random = new SecureRandom();

    LaunchCodesDecoder(BodyReader bodies, IdHasher hasher, long defaultTtlMs) {
        this.bodies = bodies;
        this.hasher = hasher;
        this.defaultTtlSeconds = defaultTtlMs / 1000;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        List<Members> elements = bodies.list(call, LAUNCH_CODES);
        List<String> ids = new ArrayList<>(elements.size());
        List<String> codes = new ArrayList<>(elements.size());
        int at = call.start(CommandType.LAUNCH_CODES, elements.size());
        for (Members members : elements) {
            LaunchCode code = launchCode(members);
            at = LaunchCodeItem.put(call.frame(), at, hasher, code);
            ids.add(code.playerId());
            codes.add(code.code());
        }
        call.ids(ids);
        call.launchCodes(codes);
        call.end(at);
    }

    private LaunchCode launchCode(Members members) throws MalformedRequest {
        String playerId = members.required(PLAYER_ID, Lengths.PLAYER_ID);
        String currency = members.optionalId(CURRENCY, Lengths.CURRENCY);
        String gameId = members.optionalId(GAME_ID, Lengths.GAME_ID);
        long ttlSeconds = members.integer(TTL_SECONDS, 1, MAX_TTL_SECONDS, defaultTtlSeconds);
        boolean reusable = members.flag(REUSABLE);
        return new LaunchCode(mint(), playerId, currency, gameId, ttlSeconds * 1000, reusable);
    }

    private String mint() {
        byte[] bits = new byte[CODE_BITS / Byte.SIZE];
        random.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}

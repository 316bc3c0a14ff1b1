package bankroll.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The codes and sessions that callers have heard of. */
final class Sessions {
    private static final SessionBits UNKNOWN = new SessionBits(9, 9);

    private final Random random;
    private final List<SessionBits> all = new ArrayList<>(List.of(UNKNOWN));
    private final Map<String, SessionBits> newest = new HashMap<>();
    private final List<String> codes = new ArrayList<>(List.of("no code"));
    private final Map<String, String> players = new HashMap<>();

    Sessions(Random random) {
        this.random = random;
    }

    void minted(String code, String player) {
        codes.add(code);
        players.put(code, player);
    }

    /** A code was exchanged for a session. */
    void add(SessionBits session, String code) {
        all.add(session);
        newest.put(players.get(code), session);
    }

    /** The newest session of a player, now and then any. */
    SessionBits of(String player) {
        return random.nextInt(10) == 0 ? any() : newest.getOrDefault(player, UNKNOWN);
    }

    SessionBits any() {
        return all.get(random.nextInt(all.size()));
    }

    /** One of the newest codes, used or not. */
    String anyCode() {
        return codes.get(Math.max(0, codes.size() - 1 - random.nextInt(4)));
    }
}

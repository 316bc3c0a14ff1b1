package bankroll.bench.load;

import bankroll.protocol.SessionId;

/** The session of every player, as text. Filled before the load runs; then any thread may read. */
final class PlayerSessions {
    private final byte[][] pages;
    private static final int PAGE = 1 << 16;

    PlayerSessions(int players) {
        pages = new byte[(players + PAGE - 1) / PAGE][];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = new byte[PAGE * SessionId.LENGTH];
        }
    }

    /** Notes the session that starts at this place. */
    void set(int player, byte[] source, int at) {
        System.arraycopy(source, at, pages[player / PAGE], player % PAGE * SessionId.LENGTH, SessionId.LENGTH);
    }

    /** Writes the player's session. */
    void put(int player, byte[] target, int at) {
        System.arraycopy(pages[player / PAGE], player % PAGE * SessionId.LENGTH, target, at, SessionId.LENGTH);
    }
}

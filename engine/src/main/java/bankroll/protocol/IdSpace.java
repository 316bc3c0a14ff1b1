package bankroll.protocol;

/** What an id names. Ids of different spaces never meet, however they are spelled; codes are never reused. */
public enum IdSpace {
    /** A transaction of one platform (decisions §6: one space per platform). */
    TRANSACTION(1),
    /** A player; shared by all platforms. */
    PLAYER(2),
    /** A transfer of the operator (operator API: a space of their own). */
    TRANSFER(3),
    /** A launch code; only its hash is ever stored. */
    LAUNCH_CODE(4),
    /** A game a launch code is minted for. */
    GAME(5),
    /** One exchange of a launch code by one platform: webhook-id, code and game (decisions §3). */
    EXCHANGE(6),
    /** The content of a transaction or transfer (decisions §6: same content). */
    CONTENT(7);

    private final int code;

    IdSpace(int code) {
        this.code = code;
    }

    /** Whether each platform has a space of its own: the same text of another platform is another id. */
    boolean isPerPlatform() {
        return this == TRANSACTION || this == EXCHANGE;
    }

    /** The stable number of this space. */
    public int code() {
        return code;
    }
}

package bankroll.gateway.api;

/** Most characters (code points) of the contract's texts (decisions §2, operator API). */
public final class Lengths {
    /** Decisions §2: any number of fraction digits that leaves a time this short. */
    public static final int TIME = 64;

    public static final int PLAYER_ID = 64;
    public static final int TRANSACTION_ID = 128;
    public static final int TRANSFER_ID = 128;
    public static final int SESSION_ID = 256;
    public static final int GAME_ID = 256;
    public static final int CURRENCY = 16;
    public static final int REASON = 256;

    private Lengths() {}
}

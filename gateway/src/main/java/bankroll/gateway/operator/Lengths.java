package bankroll.gateway.operator;

/** Most characters (code points) of the contract's texts (decisions §2, operator API). */
final class Lengths {
    static final int PLAYER_ID = 64;
    static final int TRANSACTION_ID = 128;
    static final int TRANSFER_ID = 128;
    static final int SESSION_ID = 256;
    static final int GAME_ID = 256;
    static final int CURRENCY = 16;
    static final int REASON = 256;

    private Lengths() {}
}

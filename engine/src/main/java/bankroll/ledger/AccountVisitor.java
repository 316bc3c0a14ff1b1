package bankroll.ledger;

/** Is shown every account of a ledger, in the order in which they were opened. */
@FunctionalInterface
public interface AccountVisitor {
    /**
     * One account.
     *
     * @param account its number, for {@link Ledger#playerId}
     * @param playerHigh first half of the hash of the player's id
     * @param playerLow second half
     * @param currency its code
     * @param balance unsigned
     */
    void account(int account, long playerHigh, long playerLow, String currency, long balance);
}

package bankroll.protocol;

/**
 * A player's balance (contract §2.7).
 *
 * @param balance unsigned
 * @param currency the account's
 */
public record BalanceAnswer(long balance, String currency) implements Answer {}

package bankroll.gateway.contract.kit;

/**
 * A player of a test with an open session; makes items that are right for it.
 *
 * @param id the player's id
 * @param currency the account's currency
 * @param session an open session
 */
public record TestPlayer(String id, String currency, String session) {

    /** A debit of this player. */
    public Item debit(String amount) {
        return Item.of("debit")
                .with("player_id", id)
                .with("session_id", session)
                .amount(amount)
                .with("currency", currency);
    }

    /** A credit without a reference. */
    public Item credit(String amount) {
        return Item.of("credit").with("player_id", id).amount(amount).with("currency", currency);
    }

    /** A credit that pays out a debit. */
    public Item credit(String amount, Item debit) {
        return credit(amount).reference(debit.id());
    }

    /** A rollback of this transaction. */
    public Item rollback(String transactionId) {
        return Item.of("rollback").with("player_id", id).reference(transactionId);
    }

    /** A rollback of this item. */
    public Item rollback(Item item) {
        return rollback(item.id());
    }

    /** The same player in another session. */
    public TestPlayer in(String otherSession) {
        return new TestPlayer(id, currency, otherSession);
    }
}

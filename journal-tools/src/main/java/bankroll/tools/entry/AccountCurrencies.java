package bankroll.tools.entry;

import bankroll.ledger.Ledger;
import bankroll.protocol.Outcome.Effect;
import org.agrona.DirectBuffer;

/**
 * Which currency a player's account has: from the entries that opened it, or from a ledger. A rollback need not name one
 * (decisions §5), so a report that adds up its money asks here. 32 to 64 bytes a player. One thread.
 */
public final class AccountCurrencies {
    private final Accounts accounts = new Accounts();
    private final Words codes = new Words();

    /** Takes the accounts of a ledger for opened: a retention has removed the entries that did. */
    public AccountCurrencies startFrom(Ledger ledger) {
        ledger.accounts((account, high, low, currency, balance) -> open(high, low, codes.number(currency)));
        return this;
    }

    /** Takes note when the item opens an account. */
    public void note(Item item) {
        if (item.type() == ItemType.PLAYER && item.effect() == Effect.CHANGED) {
            open(item.playerHigh(), item.playerLow(), codes.number(item.texts().bytes(ItemField.CURRENCY)));
        }
    }

    /** Takes note when the item moved money in the currency that it names, for which an account has to have it. */
    public void noteMoved(Item item) {
        if (item.isMoving() && item.type() != ItemType.ROLLBACK && number(item) < 0) {
            open(item.playerHigh(), item.playerLow(), codes.number(item.texts().bytes(ItemField.CURRENCY)));
        }
    }

    /** What comes later changes nothing. */
    private void open(long high, long low, int currency) {
        if (accounts.find(high, low) < 0) {
            accounts.open(high, low, currency);
        }
    }

    /** The number of the currency of a booking's account; -1 when no such account is known. */
    public int number(Item booking) {
        int account = accounts.find(booking.playerHigh(), booking.playerLow());
        return account < 0 ? -1 : accounts.currency(account);
    }

    /** The number of a currency; a new one gets the next. */
    public int number(String code) {
        return codes.number(code);
    }

    /** The code of a currency's number. */
    public String code(int number) {
        return codes.text(number);
    }

    /** As {@link #code}, in UTF-8. */
    public DirectBuffer bytes(int number) {
        return codes.bytes(number);
    }

    /** What a booking's money is: the account's currency of a rollback, else the one it names; null when neither is known. */
    public String code(Item booking) {
        int number = booking.type() == ItemType.ROLLBACK ? number(booking) : -1;
        return number < 0 ? booking.texts().get(ItemField.CURRENCY) : code(number);
    }
}

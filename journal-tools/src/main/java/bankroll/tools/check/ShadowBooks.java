package bankroll.tools.check;

import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.protocol.Amounts;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionItem;
import bankroll.tools.check.TrialBalances.CurrencyBooks;
import bankroll.tools.entry.Accounts;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemType;
import bankroll.tools.source.FrameHandler;
import org.agrona.DirectBuffer;

/**
 * The players' balances, kept a second time and by other code than the ledger's: from the amounts and effects of the
 * entries alone. Every recorded balance is held against them, and every currency must sum to zero after every entry.
 * Takes memory with the number of players, not of entries. One thread.
 */
public final class ShadowBooks implements FrameHandler {
    private final Accounts accounts = new Accounts();
    private final CurrencyBooks currencies = new CurrencyBooks();
    private final Discrepancies findings;
    private final Item item = new Item();
    private final Items ahead = new Items();
    private long startSequence;
    private long balancesChecked;

    /** Tells what it finds wrong there. */
    public ShadowBooks(Discrepancies findings) {
        this.findings = findings;
    }

    /** Begins with the accounts and totals of a ledger, as of the entries in it, instead of with none. */
    ShadowBooks startFrom(Ledger ledger) {
        ledger.trialBalance().currencies().forEach(currencies::start);
        ledger.accounts((account, high, low, currency, balance) -> {
            accounts.balance(accounts.open(high, low, currencies.number(currency)), balance);
        });
        startSequence = ledger.sequence();
        return this;
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        if (item.sequence() <= startSequence) {
            return true;
        }
        touchAccounts(buffer, offset);
        while (item.next()) {
            take();
        }
        currencies.requireZero(item.sequence(), findings);
        return true;
    }

    /** The totals as they stand. */
    CurrencyBooks currencies() {
        return currencies;
    }

    /** Recorded balances that were held against ours. */
    public long balancesChecked() {
        return balancesChecked;
    }

    /** Memory answers many questions in the time of one, if they are asked together. */
    private void touchAccounts(DirectBuffer buffer, int offset) {
        Frame.items(buffer, offset, ahead);
        while (ahead.type() == CommandType.TRANSACTIONS && ahead.next()) {
            accounts.touch(TransactionItem.playerHigh(buffer, ahead.item()));
        }
    }

    private void take() {
        if (item.type().isBooking()) {
            takeBooking();
        } else if (item.type() == ItemType.PLAYER && item.effect() == Effect.CHANGED) {
            openAccount();
        }
    }

    private void openAccount() {
        int currency = currencies.number(item.texts().bytes(ItemField.CURRENCY));
        if (accounts.find(item.playerHigh(), item.playerLow()) >= 0) {
            findings.add(item, "the player was opened before");
        } else {
            accounts.open(item.playerHigh(), item.playerLow(), currency);
        }
    }

    private void takeBooking() {
        int account = accounts.find(item.playerHigh(), item.playerLow());
        if (account < 0) {
            if (item.isMoving()) {
                findings.add(item, "money moved, but no such player was opened");
            }
        } else if (item.isMoving()) {
            post(account);
        } else {
            checkBalance(accounts.balance(account));
        }
    }

    private void post(int account) {
        long before = accounts.balance(account);
        long amount = OutcomeRecord.amount(item.buffer(), item.outcomeOffset());
        if (item.type() != ItemType.ROLLBACK && amount != item.amount()) {
            findings.add(
                    item,
                    "moved " + Long.toUnsignedString(amount) + ", asked for " + Long.toUnsignedString(item.amount()));
        }
        long after = item.takes() ? before - amount : before + amount;
        boolean isInRange = item.takes() ? Amounts.covers(before, amount) : Amounts.fits(before, amount);
        if (!isInRange) {
            findings.add(item, "the balance left its range: " + Long.toUnsignedString(before) + " before it");
        }
        checkBalance(after);
        long recorded = item.hasBalance() ? item.balance() : after;
        currencies.post(accounts.currency(account), item, before, recorded, amount);
        accounts.balance(account, recorded);
    }

    private void checkBalance(long expected) {
        if (item.hasBalance()) {
            balancesChecked++;
            if (item.balance() != expected) {
                findings.add(
                        item,
                        "recorded balance " + Long.toUnsignedString(item.balance()) + ", must be "
                                + Long.toUnsignedString(expected));
            }
        }
    }
}
